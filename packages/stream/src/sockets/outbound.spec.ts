import { Credential } from "@depthwire/core";
import { encodeChannelLogin, encodeChannelSubscription, encodeLogin, encodeSubscribe } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { outboundRecordOf } from "./outbound.js";

const credential = new Credential({ apiKey: "the-key", apiSecret: "the-secret" });
const depth = "svc_sub_spot_4BTC_USDT_depth";

test.each([
  [encodeSubscribe("4BTC_USDT_depth"), { change: "added", channel: "4BTC_USDT_depth" }],
  ['{"unsub":"4BTC_USDT_depth"}', { change: "removed", channel: "4BTC_USDT_depth" }],
  [encodeChannelSubscription(depth, 3), { change: "added", channel: depth }],
  [`{"event":"removeChannel","channel":"${depth}"}`, { change: "removed", channel: depth }],
  ['{"ping":5}', undefined],
])("%s is written anew, and changes what it says", (text, change) => {
  expect(outboundRecordOf(text)).toEqual({ kind: "outbound", text, change });
});

test.each([
  ["a login of protocol A", encodeLogin(credential), "login"],
  ["a login of protocol B", encodeChannelLogin(credential, "svc"), "login"],
  ["anything else", '{"secret":"the-secret"}', "unknown"],
  ["what is no JSON", "the-secret", "unknown"],
])("%s is withheld", (_what, text, content) => {
  expect(outboundRecordOf(text)).toEqual({ kind: "outbound-withheld", content });
});

test("nothing that a subscription has beside its channel is kept", () => {
  const text = JSON.stringify({ ...JSON.parse(encodeChannelSubscription(depth, 3)), note: "the-secret" });
  expect(JSON.stringify(outboundRecordOf(text))).not.toContain("the-secret");
});
