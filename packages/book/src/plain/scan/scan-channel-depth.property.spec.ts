import { deflateSync, gzipSync, unzipSync } from "node:zlib";
import { defaultFrameLimits, type Inflate, ProtocolError } from "@depthwire/core";
import {
  createDepthChannel,
  type DepthScales,
  DepthSink,
  decodeChannelMessage,
  encodeBase64,
  encodeUtf8,
  readChannelDepth,
} from "@depthwire/core/internal";
import { damagedText } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DepthChannelTable } from "./depth-channel-table.js";
import { createPayloadScratch, scanChannelDepth } from "./scan-channel-depth.js";
import { scanDone, scanFiner } from "./scan-depth.js";

const pair = "4BTC_USDT";
const name = `svc_sub_spot_${pair}_depth`;
const counts = { done: 0, finer: 0, unexpected: 0, refused: 0 };

function createInflate(): Inflate {
  return {
    output: new Uint8Array(0),
    inflate(source, start, end, maxInflatedBytes) {
      try {
        const output = unzipSync(source.subarray(start, end), { maxOutputLength: maxInflatedBytes });
        Object.assign(this, { output });
        return output.length;
      } catch (error) {
        throw new ProtocolError("frame-corrupt", { check: "block" }, { cause: error });
      }
    },
  };
}

/** What the scanner says; damage that it finds while unpacking is told by the general path. */
function scan(bytes: Uint8Array, table: DepthChannelTable, sink: DepthSink): string {
  try {
    const scratch = createPayloadScratch(createInflate(), defaultFrameLimits.maxInflatedBytes);
    const outcome = scanChannelDepth(bytes, 0, bytes.length, table, sink, scratch);
    return outcome === scanDone ? "done" : outcome === scanFiner ? "finer" : "unexpected";
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError);
    return "damaged";
  }
}

/** The law itself: whatever the scanner accepts the general path reads alike, and neither throws anything but the typed error. */
function bothAgree(text: string, scales: DepthScales): void {
  const bytes = encodeUtf8(text);
  const table = new DepthChannelTable();
  const channel = createDepthChannel(pair, scales, 0, name);
  table.add(channel);
  const scanned = new DepthSink(8);
  const outcome = scan(bytes, table, scanned);
  const general = new DepthSink(8);
  let read: string;
  try {
    const [message, ...others] = decodeChannelMessage(bytes, createInflate(), defaultFrameLimits);
    const isDepth = message?.kind === "data" && message.channel === name && others.length === 0;
    read = isDepth ? readChannelDepth(message, channel, general).kind : "other";
    read = read === "done" && general.exact !== undefined ? "exact" : read;
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError);
    read = "refused";
    counts.refused += 1;
  }
  if (outcome === "done") {
    counts.done += 1;
    expect(read).toBe("done");
    expect(scanned).toEqual(general);
  } else if (outcome === "finer") {
    counts.finer += 1;
    expect(["finer", "coarser", "exact", "refused"]).toContain(read);
  } else if (outcome === "damaged") {
    expect(read).toBe("refused");
  } else {
    counts.unexpected += 1;
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
const level = fc
  .tuple(number, number, fc.boolean())
  .map(([volume, price, priceFirst]) => (priceFirst ? { price, volume } : { volume, price }));
const side = fc.oneof(
  { weight: 4, arbitrary: fc.array(level, { maxLength: 9, size: "small" }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const sides = fc.record({ asks: side, bids: side }, { requiredKeys: [] });
const header = { pair: fc.constant(pair), update_time: fc.nat(), seq: fc.nat() };
const snapshot = fc.record({ ...header, asks: side, bids: side }, { requiredKeys: ["pair", "update_time"] });
const update = fc.record(
  { ...header, add: sides, del: sides, mod: fc.oneof(sides, fc.constant(null)) },
  { requiredKeys: ["pair", "update_time", "seq"] },
);
const payload = fc
  .oneof(snapshot, update)
  .chain((content) => fc.shuffledSubarray(Object.entries(content), { minLength: Object.keys(content).length }))
  .map((entries) => JSON.stringify(Object.fromEntries(entries)));

const packings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  zlib: (text) => JSON.stringify(encodeBase64(deflateSync(text, { level: 1 }))),
  gzip: (text) => JSON.stringify(encodeBase64(gzipSync(text, { level: 1 }))),
};
/** Every spelling of the envelope that venues were seen to use. */
const text = fc
  .record({
    payload,
    packing: fc.constantFrom("plain", "plain", "zlib", "gzip"),
    binary: fc.constantFrom("0", "1", '"0"', '"1"'),
    kind: fc.constantFrom("0", "1", '"1"'),
    form: fc.constantFrom("array", "array", "array", "bare"),
  })
  .map(({ payload: content, packing, binary, kind, form }) => {
    const data = packings[packing]?.(content) ?? content;
    const envelope = `{"channel":"${name}","binary":${binary},"data_type":${kind},"data":${data}}`;
    return form === "array" ? `[${envelope}]` : envelope;
  });
const scale = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(3, 4, 8) },
  { weight: 1, arbitrary: fc.nat({ max: 15 }) },
);
const scales = fc.record({ priceScale: scale, quantityScale: scale });

describe("the scanner of protocol B = its general path", () => {
  it("on messages of every shape, packing and spelling, with numbers of every length", () => {
    fc.assert(fc.property(text, scales, bothAgree), { numRuns: 2000 });
  });

  it("on damaged messages", () => {
    fc.assert(fc.property(damagedText(text), scales, bothAgree), { numRuns: 2000 });
  });

  it("on damaged payloads in sound packings", () => {
    const letter = fc.constantFrom(...'{}[]",:0123456789.-'.split(""));
    const damaged = fc
      .tuple(payload, fc.double({ min: 0, max: 1, noNaN: true }), letter, fc.constantFrom("zlib", "gzip"))
      .map(([whole, place, replaced, packing]) => {
        const at = Math.floor(place * whole.length);
        const data = packings[packing]?.(whole.slice(0, at) + replaced + whole.slice(at + 1));
        return `[{"channel":"${name}","binary":0,"data_type":1,"data":${data}}]`;
      });
    fc.assert(fc.property(damaged, scales, bothAgree), { numRuns: 1000 });
  });

  it("has seen each outcome often", () => {
    for (const [outcome, count] of Object.entries(counts)) {
      expect(count, outcome).toBeGreaterThan(200);
    }
  });
});
