import { ProtocolError } from "@depthwire/core";
import { createDepthChannel, DepthSink, decodePrefixMessage, encodeUtf8, readDepth } from "@depthwire/core/internal";
import { damagedText, depthConversation } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DepthChannelTable } from "./depth-channel-table.js";
import { scanDepth, scanDone, scanFiner, scanUnexpected } from "./scan-depth.js";

const pair = "4BTC_USDT";
const counts = { done: 0, finer: 0, unexpected: 0, refused: 0 };

/** The law itself: whatever the scanner accepts the general path reads alike, and neither throws anything but the typed error. */
function bothAgree(text: string, scales: { priceScale: number; quantityScale: number }): void {
  const bytes = encodeUtf8(text);
  const table = new DepthChannelTable();
  const channel = createDepthChannel(pair, scales, 0);
  table.add(channel);
  const scanned = new DepthSink(8);
  const outcome = scanDepth(bytes, 0, bytes.length, table, scanned);
  const general = new DepthSink(8);
  let read: string;
  try {
    const message = decodePrefixMessage(bytes, 0, bytes.length);
    read =
      message.kind === "data" && message.channel === channel.text ? readDepth(message, channel, general).kind : "other";
    read = read === "done" && general.exact !== undefined ? "exact" : read;
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError);
    read = "refused";
    counts.refused += 1;
  }
  switch (outcome) {
    case scanDone:
      counts.done += 1;
      expect(read).toBe("done");
      expect(scanned).toEqual(general);
      break;
    case scanFiner:
      counts.finer += 1;
      expect(["finer", "coarser", "exact", "refused"]).toContain(read);
      break;
    case scanUnexpected:
      counts.unexpected += 1;
      break;
  }
}

const digits = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: max });
/** Numbers as venues write them, and rarely others of every length. */
const number = fc.oneof(
  { weight: 40, arbitrary: fc.tuple(digits(5), digits(3)).map((parts) => parts.join(".")) },
  { weight: 20, arbitrary: digits(9) },
  { weight: 1, arbitrary: digits(17) },
  { weight: 1, arbitrary: fc.tuple(digits(17), digits(17)).map((parts) => parts.join(".")) },
);
const rows = fc.array(fc.tuple(number, number), { maxLength: 9, size: "small" });
const side = fc.oneof({ weight: 4, arbitrary: rows }, { weight: 1, arbitrary: fc.constant(null) });
const sides = fc.record({ asks: side, bids: side }, { requiredKeys: [] });
const header = { pair: fc.constant(pair), ut: fc.nat(), seq: fc.nat() };
const snapshot = fc.record({ ...header, asks: side, bids: side }, { requiredKeys: ["pair", "ut", "seq"] });
const update = fc.record({ ...header, add: sides, del: sides, mod: sides }, { requiredKeys: ["pair", "ut", "seq"] });
const shuffled = fc
  .oneof(snapshot, update)
  .chain((payload) => fc.shuffledSubarray(Object.entries(payload), { minLength: Object.keys(payload).length }))
  .map((entries) => Object.fromEntries(entries));
const text = fc
  .tuple(shuffled, fc.constantFrom(0, 1))
  .map(([payload, t]) => JSON.stringify({ topic: `${pair}_depth`, t, d: payload }));
const scale = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(3, 4, 8) },
  { weight: 1, arbitrary: fc.nat({ max: 15 }) },
);
const scales = fc.record({ priceScale: scale, quantityScale: scale });

describe("scanner = general path", () => {
  it("on healthy conversations", () => {
    fc.assert(
      fc.property(depthConversation(pair), scales, (messages, channelScales) => {
        for (const message of messages) {
          bothAgree(JSON.stringify(message), channelScales);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("on messages of every shape and numbers of every length", () => {
    fc.assert(fc.property(text, scales, bothAgree), { numRuns: 2000 });
  });

  it("on damaged messages", () => {
    fc.assert(fc.property(damagedText(text), scales, bothAgree), { numRuns: 3000 });
  });

  it("has seen each outcome often", () => {
    for (const [outcome, count] of Object.entries(counts)) {
      expect(count, outcome).toBeGreaterThan(500);
    }
  });
});
