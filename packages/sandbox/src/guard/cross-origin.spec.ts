import { describe, expect, it } from "vitest";
import { crossOriginHeaders, isPreflight, type PreflightFacts, preflightHeaders } from "./cross-origin.js";

const facts: PreflightFacts = {
  method: "OPTIONS",
  wantedMethod: "POST",
  wantedHeaders: undefined,
  wantsPrivateNetwork: undefined,
};

it("lets one origin read an answer, and says to caches that another one gets another", () => {
  expect(crossOriginHeaders("http://app.test")).toEqual({
    "access-control-allow-origin": "http://app.test",
    vary: "Origin",
  });
});

it.each<[Partial<PreflightFacts>, boolean]>([
  [{}, true],
  [{ wantedMethod: "" }, true],
  [{ wantedMethod: undefined }, false],
  [{ method: "GET" }, false],
])("%j asks beforehand: %s", (changes, asks) => {
  expect(isPreflight({ ...facts, ...changes })).toBe(asks);
});

describe("the answer to one that asks beforehand", () => {
  const usual = { "access-control-allow-methods": "GET, POST, DELETE", "access-control-max-age": "600" };

  it("names methods, and how long it holds", () => {
    expect(preflightHeaders(facts)).toEqual(usual);
  });

  it.each(["content-type", "content-type,svc-api-key", "A , b", `${"a".repeat(1023)}b`])(
    "lets the headers through that were asked for: %s",
    (wantedHeaders) => {
      const answer = { ...usual, "access-control-allow-headers": wantedHeaders };
      expect(preflightHeaders({ ...facts, wantedHeaders })).toEqual(answer);
    },
  );

  it.each(["", "a b", "a,", ",a", "(a", "a)", "a\r\nb: c", "a".repeat(1025)])(
    "repeats nothing that is no list of headers, or a very long one: %j",
    (wantedHeaders) => {
      expect(preflightHeaders({ ...facts, wantedHeaders })).toEqual(usual);
    },
  );

  it("lets a page of the wider network in only where that is asked for", () => {
    expect(preflightHeaders({ ...facts, wantsPrivateNetwork: "true" })).toEqual({
      ...usual,
      "access-control-allow-private-network": "true",
    });
    expect(preflightHeaders({ ...facts, wantsPrivateNetwork: "yes" })).toEqual(usual);
  });
});
