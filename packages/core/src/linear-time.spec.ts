import { channelProtocolChannels, list, text } from "@depthwire/schema/internal";
import { measureLinearTime } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { decodeBase64 } from "./bytes/base64.js";
import { decodeForm } from "./bytes/form.js";
import { judgeDecimal } from "./decimal/decimal.js";
import { expandExponent } from "./decimal/format-decimal.js";
import { parseExact } from "./json/parse-exact.js";
import { createChannelParser } from "./names/channel-parts.js";
import { compileRecord, decodeJson } from "./record/compile.js";

const parseChannel = createChannelParser(channelProtocolChannels, "svc");
const texts = compileRecord(list(text()));

/** Reads a text of about `size` characters that is meant to be expensive. Refusing it is as good as reading it. */
const readers: readonly (readonly [string, (size: number) => () => unknown])[] = [
  ["JSON of many arrays", (size) => reading(parseExact, `[${"[],".repeat(size / 3)}[]]`)],
  [
    "JSON of many keys",
    (size) => reading(parseExact, `{${Array.from({ length: size / 8 }, (_, at) => `"k${at}":1`).join()}}`),
  ],
  ["JSON of many escapes", (size) => reading(parseExact, `"${"\\u00e9".repeat(size / 6)}"`)],
  ["JSON of many surrogates", (size) => reading(parseExact, `"${"😀".repeat(size / 2)}\ud800"`)],
  ["JSON of one long number", (size) => reading(parseExact, `${"9".repeat(size)}.e`)],
  ["JSON of many exact numbers", (size) => reading(parseExact, `[${"1.10,".repeat(size / 5)}1]`)],
  ["a string without an end", (size) => reading(parseExact, `"${"\\\\".repeat(size / 2)}`)],
  ["a list of texts", (size) => reading((json) => decodeJson(texts, json), `[${'"",'.repeat(size / 3)}1]`)],
  ["a form", (size) => reading((form) => decodeForm(form, size + 9), "a=%41&".repeat(size / 6))],
  ["base64", (size) => reading(decodeBase64, `${"QUJD".repeat(size / 4)}=`)],
  ["a channel", (size) => reading(parseChannel, "svc_sub_spot_".repeat(size / 13))],
  ["a decimal", (size) => reading(judgeDecimal, `${"0".repeat(size)}x`)],
  ["an exponent", (size) => reading(expandExponent, `${"0".repeat(size)}e999`)],
];

function reading(read: (input: string) => unknown, input: string): () => unknown {
  return () => read(input);
}

describe("time is linear in the input", () => {
  it.each(readers)("%s", (_name, of) => {
    const { isLinear, atOnceMs, inPartsMs } = measureLinearTime(of);
    expect(isLinear, `${atOnceMs} ms at once, ${inPartsMs} ms in parts`).toBe(true);
  });
});
