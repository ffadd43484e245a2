import { createHmac } from "node:crypto";
import { createHmacMd5 } from "@depthwire/core/internal";
import { corpusRandom, integerBetween } from "../corpus/random.js";
import { itemEntrants } from "../runner/item-entrants.js";
import { measure } from "../runner/measure.js";
import { caseReport, partReport } from "../runner/report.js";
import type { BenchmarkCase } from "./benchmark-case.js";
import { atLeast } from "./goals.js";

const secret = "c708ac3e70d115ec29efbee197330627d7edf842";
const requests = 2000;

/** Signing a request: HMAC-MD5 of about 205 bytes of text under one key, as lowercase hexadecimal. */
export const signing: BenchmarkCase = {
  name: "signing",
  async run(context) {
    const parts = [1, 2, 3].map((seed) => {
      const texts = requestTexts(seed);
      const hmac = createHmacMd5(new TextEncoder().encode(secret));
      const entrants = itemEntrants(texts, {
        ours: (text) => hmac.hex(text),
        "node:crypto": (text) => createHmac("md5", secret).update(text).digest("hex"),
      });
      context.progress(`signing, seed ${seed}: done`);
      return partReport(`seed ${seed}`, measure(entrants, context));
    });
    const report = caseReport("signing", "signatures/s", parts);
    return [{ ...report, goals: [atLeast("signing-crypto", 2, "times node:crypto", report.ratios["node:crypto"])] }];
  },
};

/** Strings to sign of order requests: the time, then the body. */
function requestTexts(seed: number): string[] {
  const random = corpusRandom(seed);
  return Array.from({ length: requests }, (_, index) => {
    const body = {
      pair: "4BTC_USDT",
      amount: `0.${integerBetween(random, 1000, 9999)}`,
      order_side: integerBetween(random, 1, 4),
      order_type: 2,
      price: `${integerBetween(random, 40_000, 60_000)}.${integerBetween(random, 1, 9)}`,
      order_from: 6,
      client_oid: `client-${seed}-${index}`,
      plan_type: 1,
      profit_price: "65000",
      loss_price: "35000",
    };
    return `${1_700_000_000_000 + index}${JSON.stringify(body)}`;
  });
}
