import { deflateSync, gzipSync } from "node:zlib";
import { encodeChannelData, encodePrefixDeal } from "@depthwire/core/internal";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readSteps } from "./decode-frame.js";

const deal = { price: "47770.1", quantity: "0.5", side: "buy", tradedAtMs: 1602679943911 } as const;
const text = encodePrefixDeal("4BTC_USDT_deals", deal);
const payload = [{ pair: "4BTC_USDT", price: "47770.1", amount: "0.5", side: 1, time: 1602679943911 }];
const channel = "svc_sub_spot_4BTC_USDT_deals";

const sound: readonly Uint8Array[] = [
  Buffer.concat([Buffer.from("1"), deflateSync(text)]),
  Buffer.concat([Buffer.from([1]), gzipSync(text)]),
  Buffer.from(`0${text}`),
  Buffer.from(encodeChannelData({ channel, dataKind: "full", payload }, deflateSync)),
];

const hints = fc.record({
  protocol: fc.constantFrom(undefined, "prefix", "channel"),
  serviceName: fc.constant("svc"),
});

/** Sound frames with some bytes changed, and bytes of any kind. */
const frames = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .tuple(fc.constantFrom(...sound), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }), fc.nat())
    .map(([frame, changes, cut]) => {
      const bytes = Uint8Array.from(frame);
      for (const [at, value] of changes) {
        bytes[at % bytes.length] = value;
      }
      return bytes.subarray(0, bytes.length - (cut % 4 === 0 ? cut % bytes.length : 0));
    }),
);

it("any bytes are read to their end, or to a damage within them", () => {
  fc.assert(
    fc.property(frames, hints, (bytes, hint) => {
      const { damage, steps } = readSteps(bytes, hint);
      if (damage === undefined) {
        expect(steps.join("\n")).toMatch(/^JSON: \d+ characters/m);
        return;
      }
      expect(damage.why).not.toBe("");
      if (damage.part === "frame" && damage.offset !== undefined) {
        expect(damage.offset).toBeGreaterThanOrEqual(0);
        expect(damage.offset).toBeLessThanOrEqual(bytes.length);
      }
    }),
    { numRuns: 500 },
  );
});

it.each(sound.map((frame) => [frame]))("a sound frame has none", (frame) => {
  const { damage, messages } = readSteps(frame, { protocol: undefined, serviceName: "svc" });
  expect(damage).toBeUndefined();
  expect(messages).toMatchObject([{ record: { kind: "deals" } }]);
});
