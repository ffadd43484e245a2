import { describe, expect, it } from "vitest";
import type { LocalRequest } from "../server/route.js";
import { allowsStale, bodyFields, checkFresh, queryCount } from "./request-values.js";

const asked = (query: string, body = ""): LocalRequest =>
  ({ query: new URLSearchParams(query), body }) as unknown as LocalRequest;
const refused = (status: number, code: string, message: string | RegExp) =>
  expect.objectContaining({
    refusal: { status, code, message: typeof message === "string" ? message : expect.stringMatching(message) },
  });

describe("the fields of a body", () => {
  it("are texts and flags, with numbers as they were written, and without those that are null", () => {
    expect(bodyFields(asked("", '{"a":"x","b":true,"c":0.10,"d":12345678901234567890,"e":null,"f":3}'))).toEqual({
      a: "x",
      b: true,
      c: "0.10",
      d: "12345678901234567890",
      f: "3",
    });
    expect(bodyFields(asked(""))).toEqual({});
  });

  it.each([
    ["[]", "The body must be a JSON object"],
    ["7", "The body must be a JSON object"],
    ["{", /^The body is not JSON: /],
    ['{"a":{}}', 'The field "a" must be text, a number or a boolean'],
    [`{"${"a".repeat(60)}":[]}`, `The field "${"a".repeat(50)}" must be text, a number or a boolean`],
  ])("%s is refused", (body, message) => {
    expect(() => bodyFields(asked("", body))).toThrow(refused(400, "value-invalid", message));
  });
});

describe("a count", () => {
  it.each([
    ["", 20],
    ["n=1", 1],
    ["n=300", 300],
  ])("of %j is %i", (query, count) => {
    expect(queryCount(asked(query), "n", 20, 300)).toBe(count);
  });

  it.each(["n=", "n=0", "n=301", "n=-1", "n=1.5", "n=x1", "n=1x", "n=0000001"])("of %s is refused", (query) => {
    const message = '"n" must be a whole number from 1 to 300';
    expect(() => queryCount(asked(query), "n", 20, 300)).toThrow(refused(400, "value-invalid", message));
  });
});

it("what may be outdated is refused with what it is and since when, unless it is asked for", () => {
  const told = (sinceMs: number) => () => checkFresh(asked("allow-stale=true"), "The book", "stale", sinceMs);
  expect(told(0)).toThrow(
    refused(503, "stale", "The book is stale: wait until it is in step, or ask with ?allow-stale=1"),
  );
  expect(told(86_400_000)).toThrow(
    refused(
      503,
      "stale",
      "The book is stale since 1970-01-02T00:00:00.000Z: wait until it is in step, or ask with ?allow-stale=1",
    ),
  );
  expect(() => checkFresh(asked("allow-stale=1"), "The book", "stale", 0)).not.toThrow();
  expect([allowsStale(asked("allow-stale=1")), allowsStale(asked(""))]).toEqual([true, false]);
});
