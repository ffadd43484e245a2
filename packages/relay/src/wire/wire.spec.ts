import { loadRelayVectors } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { decodeBeat, encodeBeat } from "./beat.js";
import { decodeEchoAnswer, decodeEchoQuestion, encodeEchoAnswer, encodeEchoQuestion } from "./echo.js";
import { emptyHeader, encodeMessage, HeaderReader, maxHeaderBytes, writeHeader } from "./header.js";
import { Subjects } from "./subjects.js";

const vectors = loadRelayVectors();
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const reader = new HeaderReader();

describe("headers", () => {
  test.each(vectors.headers)("$hex is written and read as the vector says", ({ header, hex, bytes }) => {
    expect(hexOf(encodeMessage(header, new Uint8Array()))).toBe(hex);
    expect(bytes).toBeLessThanOrEqual(maxHeaderBytes);
    const read = emptyHeader();
    expect(reader.read(bytesOf(`${hex}3130`), read)).toBe(bytes);
    expect(read).toEqual(header);
  });

  test.each(vectors.refusedHeaders)("$name is refused", ({ hex, fault }) => {
    expect(reader.read(bytesOf(hex), emptyHeader())).toBe(fault);
  });

  test("the largest header is exactly as long as the bound, a usual one about 22 bytes", () => {
    const lengths = vectors.headers.map(({ bytes }) => bytes);
    expect(Math.max(...lengths)).toBe(maxHeaderBytes);
    expect(lengths[1]).toBeLessThanOrEqual(22);
  });

  test.each([
    ["term", 2 ** 42],
    ["relaySeq", -1],
    ["epoch", 2 ** 28],
    ["seq", 1.5],
    ["receivedAtMs", Number.NaN],
  ] as const)("a %s of %s is not written", (field, value) => {
    const header = { ...emptyHeader(), [field]: value };
    expect(() => writeHeader(header, new Uint8Array(maxHeaderBytes))).toThrow(
      expect.objectContaining({ code: "value-invalid" }),
    );
  });
});

describe("beats", () => {
  test.each(vectors.beats)("$hex is written and read as the vector says", ({ beat, hex }) => {
    const known = { ...beat, pairs: beat.pairs ?? undefined };
    expect(hexOf(encodeBeat(known))).toBe(hex);
    expect(decodeBeat(bytesOf(hex))).toEqual(known);
  });

  test.each(vectors.refusedBeats)("$name is refused", ({ hex, fault }) => {
    expect(decodeBeat(bytesOf(hex))).toBe(fault);
  });

  test("200 pairs take about 600 bytes", () => {
    const beat = vectors.beats.find(({ beat: { rows } }) => rows.length === 200);
    expect((beat?.hex.length ?? 0) / 2).toBeLessThanOrEqual(700);
  });

  test("names that are not one for each row are not written", () => {
    const rows = [{ relaySeq: 1, status: "live" as const }];
    expect(() => encodeBeat({ owner: "a", term: 1, venueAgeMs: 0, list: 1, pairs: [], rows })).toThrow("pairs");
  });
});

describe("echoes", () => {
  test.each(vectors.echoes)("$questionHex is written and read as the vector says", (vector) => {
    const { nonce, second, questionHex, answerHex } = vector;
    expect(hexOf(encodeEchoQuestion({ nonce, list: second }))).toBe(questionHex);
    expect(hexOf(encodeEchoAnswer({ nonce, term: second }))).toBe(answerHex);
    expect(decodeEchoQuestion(bytesOf(questionHex))).toEqual({ nonce, list: second });
    expect(decodeEchoAnswer(bytesOf(answerHex))).toEqual({ nonce, term: second });
  });

  test.each([
    ["nothing", "", "short"],
    ["another version", "02210101", "other-version"],
    ["a question in place of an answer", "01200101", "unknown-kind"],
    ["an answer that is cut", "0121", "short"],
    ["an answer with more behind it", "0121010100", "trailing-bytes"],
  ])("%s is refused", (_what, hex, fault) => {
    expect(decodeEchoAnswer(bytesOf(hex))).toBe(fault);
  });
});

describe("subjects", () => {
  const subjects = new Subjects("main");

  test("they name version, venue, what it is and of what", () => {
    expect([
      subjects.raw("depth", "4BTC_USDT"),
      subjects.view("4BTC_USDT"),
      subjects.beat("s07"),
      subjects.echo("s07"),
      subjects.snap("5BTC_USD"),
    ]).toEqual([
      "dw1.main.raw.depth.4BTC_USDT",
      "dw1.main.view.4BTC_USDT",
      "dw1.main.beat.s07",
      "dw1.main.echo.s07",
      "dw1.main.snap.5BTC_USD",
    ]);
  });

  test.each(["", "a.b", "*", ">", "a b", "a\tb", "a\n", "é", "x".repeat(65)])("%j becomes no part of one", (name) => {
    const refused = expect.objectContaining({ code: "value-invalid" });
    expect(() => new Subjects(name)).toThrow(refused);
    expect(() => subjects.raw(name, "4BTC_USDT")).toThrow(refused);
    expect(() => subjects.raw("depth", name)).toThrow(refused);
    expect(() => subjects.view(name)).toThrow(refused);
    expect(() => subjects.beat(name)).toThrow(refused);
    expect(() => subjects.echo(name)).toThrow(refused);
    expect(() => subjects.snap(name)).toThrow(refused);
  });
});
