import { expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { describeAsJson, describe as wordsOf } from "./describe.js";

/** A sandbox that is open, with something else about it. */
function opened(changes: object = {}): Sandbox {
  const usual = {
    restUrl: "http://127.0.0.1:8090",
    pushUrl: "ws://127.0.0.1:8090/cbu",
    port: 8090,
    credential: { apiKey: "key", apiSecret: "secret" },
    userId: 100_001,
    profile: "deployed",
    serviceName: "abc",
    pairs: ["4BTC_USDT", "4ETH_USDT"],
  };
  return { ...usual, ...changes } as unknown as Sandbox;
}

it("says where it is, what opens it, where its data are, and what to try next", () => {
  expect(wordsOf(opened({ recovery: { last: 0 } }), "kept", "key.json")).toBe(
    `The sandbox is open (profile deployed, 2 pairs). Ctrl-C ends it.

  REST        http://127.0.0.1:8090
  push        ws://127.0.0.1:8090/cbu
  API key     key
  API secret  secret   (opens nothing but this sandbox)
  both are in key.json, until it ends: depthwire commands here use them
  data        kept   (a new venue begins here)

What to try next:

  curl "http://127.0.0.1:8090/v2/mdata/depth?pair=4BTC_USDT&size=3"
  in the project's repository: the README's ten lines each for a book, an order, a page and Python,
  and docs/guides/sandbox.md: signed requests, the operator, faults, and who may ask
`,
  );
});

it("says which commands find it at another port, and which command its data go on from", () => {
  const elsewhere = opened({ port: 1, restUrl: "http://127.0.0.1:1", recovery: { last: 7 } });
  const words = wordsOf(elsewhere, "kept", "key-1.json");
  expect(words).toContain(
    "key-1.json, until it ends: depthwire commands here use them with --venue http://127.0.0.1:1\n",
  );
  expect(words).toContain("  data        kept   (goes on from command 7)\n");
});

it("has no line for a file that it did not write, and none for data that are not kept", () => {
  expect(wordsOf(opened(), undefined, undefined)).toContain(
    "  API secret  secret   (opens nothing but this sandbox)\n\nWhat to try next:\n",
  );
});

it("says the same to a program in one line", () => {
  const asLine = (sandbox: Sandbox, file?: string): unknown => {
    const text = describeAsJson(sandbox, file);
    expect(text).toMatch(/^[^\n]+\n$/);
    return JSON.parse(text);
  };
  const usual = {
    restUrl: "http://127.0.0.1:8090",
    pushUrl: "ws://127.0.0.1:8090/cbu",
    apiKey: "key",
    apiSecret: "secret",
    userId: 100_001,
    profile: "deployed",
    serviceName: "abc",
    pairs: ["4BTC_USDT", "4ETH_USDT"],
  };
  expect(asLine(opened())).toEqual(usual);
  expect(asLine(opened({ recovery: { last: 7 } }), "f")).toEqual({ ...usual, credentialFile: "f", recovered: 7 });
});
