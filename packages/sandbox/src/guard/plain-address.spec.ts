import { expect, it } from "vitest";
import { plainAddress } from "./plain-address.js";

it.each([
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "::1"],
  ["::ffff:7f00:1", "::ffff:7f00:1"],
  ["fe80::1", "fe80::1"],
  // What is left behind seven characters would be an address.
  ["1234567127.0.0.1", "1234567127.0.0.1"],
])("%s is %s", (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});
