import { ProtocolError } from "@depthwire/core";
import {
  createDepthChannel,
  createFrameBody,
  type DepthChannel,
  DepthSink,
  decodePrefixMessage,
  encodeUtf8,
  type FrameBody,
  readDepth,
} from "@depthwire/core/internal";
import { damagedText, depthConversation } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextScanner } from "../plain/scanner.js";
import { createWasmInflate } from "../wasm/inflate.js";
import { WasmScanner } from "../wasm/scanner.js";
import { scannerFor } from "./scanner-for.js";

const pair = "4BTC_USDT";
const inflate = createWasmInflate();
const capacity = 4096;
const wasm = scannerFor(inflate, capacity);
const counts = { known: 0, unknown: 0, refused: 0 };

/** Puts a text where inflated ones stand. What former texts left behind it stays. */
function inflated(text: string): FrameBody {
  const bytes = encodeUtf8(text);
  inflate.output.set(bytes);
  return Object.assign(createFrameBody(), { bytes: inflate.output, start: 0, end: bytes.length });
}

function contentOf({ kind, seq, updatedAtMs, counts: levels, prices, quantities, capacity: step }: DepthSink): unknown {
  const lists = Array.from(levels, (count, section) =>
    Array.from({ length: count }, (_, index) => [prices[section * step + index], quantities[section * step + index]]),
  );
  return { kind, seq, updatedAtMs, lists };
}

/** The law: both scanners know the same messages and read them alike, and the general path reads them alike too. */
function allAgree(text: string, scales: { priceScale: number; quantityScale: number }): void {
  const channel = createDepthChannel(pair, scales, 0);
  const core = new TextScanner(capacity);
  core.add(channel);
  wasm.add(channel);
  const body = inflated(text);
  const found = wasm.scan(body);
  const plain = wasm.scan({ ...body, bytes: encodeUtf8(text) });
  expect(plain).toBe(found);
  expect(core.scan(body)).toBe(found);
  wasm.remove(channel);
  if (found === undefined) {
    counts.unknown += 1;
    return;
  }
  counts.known += 1;
  expect(found).toBe(channel);
  expect(contentOf(wasm.sink)).toEqual(contentOf(core.sink));
  expect(contentOf(read(text, channel))).toEqual(contentOf(wasm.sink));
}

function read(text: string, channel: DepthChannel): DepthSink {
  const sink = new DepthSink(capacity);
  const bytes = encodeUtf8(text);
  try {
    const message = decodePrefixMessage(bytes, 0, bytes.length);
    expect(message.kind === "data" && readDepth(message, channel, sink)).toEqual({ kind: "done" });
  } catch (error) {
    counts.refused += error instanceof ProtocolError ? 1 : 0;
    throw error;
  }
  return sink;
}

const digits = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: max });
/** Numbers as venues write them, and others of every length around eight bytes and fifteen digits. */
const number = fc.oneof(
  { weight: 40, arbitrary: fc.tuple(digits(5), digits(3)).map((parts) => parts.join(".")) },
  { weight: 10, arbitrary: fc.tuple(digits(9), digits(9)).map((parts) => parts.join(".")) },
  { weight: 20, arbitrary: digits(9) },
  { weight: 1, arbitrary: digits(17) },
  { weight: 1, arbitrary: fc.tuple(digits(17), digits(17)).map((parts) => parts.join(".")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("9007199254740.991", "9007199254740.992", "1.50000000000000000000", ".5", "5."),
  },
);
const rows = fc.array(fc.tuple(number, number), { maxLength: 6, size: "small" });
const side = fc.oneof({ weight: 4, arbitrary: rows }, { weight: 1, arbitrary: fc.constant(null) });
const sides = fc.record({ asks: side, bids: side }, { requiredKeys: [] });
const integer = fc.oneof(
  { weight: 10, arbitrary: fc.maxSafeInteger().map((value) => Math.abs(value) % 10 ** (1 + (Math.abs(value) % 15))) },
  { weight: 2, arbitrary: fc.constantFrom(0, 9_999_999, 99_999_999, 100_000_000, 999_999_999_999_999) },
  { weight: 1, arbitrary: fc.maxSafeInteger().map(Math.abs) },
);
const header = { pair: fc.constant(pair), ut: integer, seq: integer };
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
  { weight: 6, arbitrary: fc.constantFrom(4, 8, 9) },
  { weight: 1, arbitrary: fc.nat({ max: 15 }) },
);
const scales = fc.record({ priceScale: scale, quantityScale: scale });

describe("both scanners and the general path", () => {
  it("are compared", () => {
    expect(wasm).toBeInstanceOf(WasmScanner);
  });

  it("agree on healthy conversations", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(depthConversation(pair), scales, (messages, channelScales) => {
        for (const message of messages) {
          allAgree(JSON.stringify(message), channelScales);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("agree on messages of every shape and numbers of every length", { timeout: 30_000 }, () => {
    fc.assert(fc.property(text, scales, allAgree), { numRuns: 2000 });
  });

  it("agree on damaged messages", { timeout: 30_000 }, () => {
    fc.assert(fc.property(damagedText(text), scales, allAgree), { numRuns: 4000 });
  });

  it("have seen both answers often", () => {
    expect(counts.known).toBeGreaterThan(800);
    expect(counts.unknown).toBeGreaterThan(1000);
    expect(counts.refused).toBe(0);
  });
});

describe("channels of the wasm scanner", () => {
  it("come, go and are replaced like those of a map", () => {
    const names = Array.from({ length: 60 }, (_, index) => `4${"ABCDEFGH".slice(index % 8)}${index % 20}_USDT`);
    const command = fc.tuple(fc.constantFrom("add", "remove", "scan"), fc.nat({ max: names.length - 1 }));
    fc.assert(
      fc.property(fc.array(command, { maxLength: 200, size: "max" }), (commands) => {
        const scanner = scannerFor(createWasmInflate({ maxFrameBytes: 4096, maxInflatedBytes: 4096 }), capacity);
        const model = new Map<string, DepthChannel>();
        for (const [action, index] of commands) {
          const name = names[index] as string;
          if (action === "add") {
            const channel = createDepthChannel(name, { priceScale: index % 4, quantityScale: 2 }, index);
            model.set(name, channel);
            scanner.add(channel);
          } else if (action === "remove") {
            const channel = model.get(name) ?? createDepthChannel(name, { priceScale: 0, quantityScale: 0 }, index);
            scanner.remove(channel);
            model.delete(name);
          } else {
            const bytes = encodeUtf8(
              `{"topic":"${name}_depth","t":1,"d":{"pair":"${name}","ut":1,"seq":2,"add":null}}`,
            );
            const known =
              bytes.length > 0 ? scanner.scan({ bytes, start: 0, end: bytes.length, encoding: "plain" }) : undefined;
            // A list in place of null: `add` needs sides.
            expect(known).toBe(undefined);
            const message = `{"topic":"${name}_depth","t":1,"d":{"pair":"${name}","ut":1,"seq":2,"add":{"asks":[["1","2"]]}}}`;
            const healthy = encodeUtf8(message);
            expect(scanner.scan({ bytes: healthy, start: 0, end: healthy.length, encoding: "plain" })).toBe(
              model.get(name),
            );
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("are scanned at the scales that they have now", () => {
    const channel = createDepthChannel("4ETH_USDT", { priceScale: 0, quantityScale: 0 }, 1);
    wasm.add(channel);
    const message = inflated(
      '{"topic":"4ETH_USDT_depth","t":0,"d":{"pair":"4ETH_USDT","ut":1,"seq":2,"asks":[["2","1.5"]]}}',
    );
    expect(wasm.scan(message)).toBeUndefined();
    channel.priceScale = 1;
    expect(wasm.scan(message)).toBe(channel);
    expect(wasm.sink.prices[0]).toBe(15);
    channel.priceScale = 3;
    expect(wasm.scan(message)).toBe(channel);
    expect([wasm.sink.kind, wasm.sink.seq, wasm.sink.prices[0]]).toEqual(["snapshot", 2, 1500]);
    wasm.remove(channel);
  });

  it("with a channel too long for a record are left to the general path", () => {
    const name = `4${"X".repeat(80)}_USDT`;
    const channel = createDepthChannel(name, { priceScale: 0, quantityScale: 0 }, 1);
    wasm.add(channel);
    expect(
      wasm.scan(inflated(`{"topic":"${name}_depth","t":0,"d":{"pair":"${name}","ut":1,"seq":2,"asks":null}}`)),
    ).toBe(undefined);
    wasm.remove(channel);
  });

  it("gives way to core's scanner where the module is not the inflater, or a sink must hold more", () => {
    expect(scannerFor({ output: new Uint8Array(0), inflate: () => 0 }, 10)).toBeInstanceOf(TextScanner);
    expect(scannerFor(inflate, capacity + 1)).toBeInstanceOf(TextScanner);
  });
});
