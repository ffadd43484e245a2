import { expect, it } from "vitest";
import { protocolOf } from "./choose-dialect.js";

it.each([
  ['{"sub":"4BTC_USDT_depth"}', "prefix"],
  ['{"unsub":"4BTC_USDT_depth"}', "prefix"],
  ['{"channel":"ALL_ALL_login","apikey":"k"}', "prefix"],
  ['{"event":"addChannel","sub":"a"}', "prefix"],
  ['{"sub":""}', "prefix"],
  ['{"event":"addChannel","channel":"abc_sub_spot_x"}', "channel"],
  ['{"sub":"abc_sub_x"}', "channel"],
  ['{"unsub":"abc_sub_x"}', "channel"],
  ['{"event":"removeChannel","channel":"x"}', "channel"],
  ['{"channel":"x abc_sub_"}', "prefix"],
  ['{"channel":"other_sub_x"}', "prefix"],
  ['{"event":"removeChannel"}', undefined],
  ['{"ping":1}', undefined],
  ['{"sub":5}', undefined],
  ["null", undefined],
  ["17", undefined],
  ["no json", undefined],
])("%s is of the protocol %s", (text, protocol) => {
  expect(protocolOf(text, "abc")).toBe(protocol);
});
