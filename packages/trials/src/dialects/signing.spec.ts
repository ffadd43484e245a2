import { expect, it } from "vitest";
import { hmacMd5 } from "./signing.js";

const secret = "c708ac3e70d115ec29efbee197330627d7edf842";

// The samples of the field notes.
it.each([
  ['1602679943911{"amount":"0.01","symbol":"USDT","type":0}', "c947bf64fed90b1b73f8daa089bf3acb"],
  ["1602679943911{}", "a6bcb033fd11840e2a1118466d98ecc2"],
  ["1602679943911", "cd797073de0017864f106c2d029e4c90"],
  [
    '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]',
    "4429dee1480d6b046a087b10b751143b",
  ],
])("signs %s", (text, sign) => {
  expect(hmacMd5(secret, text)).toBe(sign);
});
