import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBeat, encodeBeat } from "./beat.js";
import { decodeEchoAnswer, decodeEchoQuestion } from "./echo.js";
import { emptyHeader, encodeMessage, HeaderReader, maxHeaderBytes } from "./header.js";

const header = fc.record({
  kind: fc.constantFrom("snapshot" as const, "update" as const, "event" as const, "status" as const),
  protocol: fc.constantFrom("prefix" as const, "channel" as const),
  term: fc.maxSafeNat().map((term) => term % 2 ** 42),
  relaySeq: fc.maxSafeNat().map((relaySeq) => relaySeq % 2 ** 42),
  epoch: fc.nat(2 ** 28 - 1),
  seq: fc.maxSafeNat(),
  receivedAtMs: fc.maxSafeNat().map((ms) => ms % 2 ** 42),
});

const name = fc.stringMatching(/^[\w-]{1,64}$/);
const rowName = fc.oneof(
  name,
  fc.tuple(name, name).map(([pair, channel]) => `${pair}.${channel}`),
);
const row = fc.record({
  relaySeq: fc.maxSafeNat().map((relaySeq) => relaySeq % 2 ** 42),
  status: fc.constantFrom("syncing" as const, "live" as const, "gapped" as const, "stale" as const, "crossed" as const),
});
const beat = fc
  .record({
    owner: name,
    term: fc.nat(),
    venueAgeMs: fc.nat(),
    list: fc.nat(),
    rows: fc.array(fc.tuple(row, rowName), { maxLength: 30 }),
    isNamed: fc.boolean(),
    isRetiring: fc.constantFrom(true as const, undefined),
  })
  .map(({ rows, isNamed, ...others }) => ({
    ...others,
    rows: rows.map(([told]) => told),
    pairs: isNamed ? rows.map(([, pair]) => pair) : undefined,
  }));

const reader = new HeaderReader();

describe("the wire", () => {
  test("gives back every header with its frame", () =>
    fc.assert(
      fc.property(header, fc.uint8Array({ maxLength: 300 }), (sent, body) => {
        const message = encodeMessage(sent, body);
        const read = emptyHeader();
        const start = reader.read(message, read);
        expect(read).toEqual(sent);
        expect(start).toBeLessThanOrEqual(maxHeaderBytes);
        expect(message.subarray(start as number)).toEqual(body);
      }),
    ));

  test("no beginning of a header is one", () =>
    fc.assert(
      fc.property(header, (sent) => {
        const message = encodeMessage(sent, new Uint8Array());
        for (let length = 0; length < message.length; length++) {
          expect(reader.read(message.subarray(0, length), emptyHeader())).toBe("short");
        }
      }),
    ));

  test("gives back every beat, and no beginning of one", () =>
    fc.assert(
      fc.property(beat, (sent) => {
        const bytes = encodeBeat(sent);
        expect(decodeBeat(bytes)).toEqual(sent);
        for (let length = 0; length < bytes.length; length++) {
          expect(decodeBeat(bytes.subarray(0, length))).toBe("short");
        }
      }),
    ));

  test("whatever comes, nothing is thrown", () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom(0, 1, 2, 16, 17, 18, 19, 20, 32, 33),
        (tail, kind) => {
          const bytes = Uint8Array.of(1, kind, ...tail);
          for (const any of [bytes, tail]) {
            reader.read(any, emptyHeader());
            decodeBeat(any);
            decodeEchoAnswer(any);
            decodeEchoQuestion(any);
          }
        },
      ),
      { numRuns: 500 },
    ));
});
