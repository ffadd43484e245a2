import { type Expectation, type GuardCase, granted, refused } from "./guard-case.js";
import type { Setup } from "./subject.js";

const operatorToken = "a-token-of-the-operator";
const withToken: Setup = { operatorToken };
const wide: Setup = { host: "0.0.0.0" };
const wideWithToken: Setup = { ...wide, operatorToken };

const wrongType: Expectation = refused(415, /application\/json/i);
const noToken: Expectation = { ...refused(401, /--operator-token/), headers: { "www-authenticate": "Bearer" } };
const closed = refused(403, /operator-closed.*--operator-token-file/);
const bearer = ["authorization", `Bearer ${operatorToken}`] as const;

function change(setup: Setup, headers: NonNullable<GuardCase["headers"]>, expected: Expectation): GuardCase {
  const told = headers.map((line) => line.join(" ")).join(", ") || "nothing more";
  const where = JSON.stringify(setup);
  return { name: `change at ${where} with ${told}`, setup, wish: "change", headers, expected };
}

const types: readonly (readonly [type: string, expected: Expectation])[] = [
  ["application/json", granted.change],
  ["Application/JSON; charset=utf-8", granted.change],
  ["text/plain", wrongType],
  ["text/plain; application/json", wrongType],
  ["application/x-www-form-urlencoded", wrongType],
  ["multipart/form-data; boundary=x", wrongType],
  ["", wrongType],
];

/** Other spellings of the operator's address, which the router takes or does not: no change comes about without the token. */
const spellings = [
  "/%5Fsandbox/faults",
  "/x/../_sandbox/faults",
  "/./_sandbox/faults",
  "http://localhost/_sandbox/faults",
];

/** Who is an operator. */
export const operatorCases: readonly GuardCase[] = [
  ...types.map(([type, expected]) => change({}, [["content-type", type]], expected)),
  ...spellings.map((target): GuardCase => {
    const headers = [["content-type", "text/plain"]] as const;
    return {
      name: `change as text at ${target}`,
      setup: {},
      wish: "change",
      headers,
      request: { target },
      expected: wrongType,
    };
  }),
  {
    name: "DELETE as text",
    setup: {},
    wish: "change",
    headers: [["content-type", "text/plain"]],
    request: { method: "DELETE" },
    expected: wrongType,
  },
  change(withToken, [], noToken),
  change(withToken, [["authorization", "Bearer another-token-altogether"]], noToken),
  change(withToken, [["authorization", operatorToken]], noToken),
  change(withToken, [bearer], granted.change),
  change(withToken, [bearer, ["content-type", "text/plain"]], wrongType),
  change(withToken, [bearer, ["origin", "http://evil.test"]], refused(403, /origin-refused/)),
  ...spellings.map((target): GuardCase => {
    return {
      name: `change without the token at ${target}`,
      setup: withToken,
      wish: "change",
      request: { target },
      expected: noToken,
    };
  }),
  { name: "read beside the operator's addresses", setup: withToken, wish: "read", expected: granted.read },
  change(wide, [], closed),
  change(wide, [bearer], closed),
  { ...change(wide, [], closed), address: "127.0.0.2" },
  { name: "read beyond loopback", setup: wide, wish: "read", expected: granted.read },
  { name: "upgrade beyond loopback", setup: wide, wish: "upgrade", expected: granted.upgrade },
  {
    name: "read beyond loopback under another name",
    setup: wide,
    wish: "read",
    headers: [["host", "evil.test"]],
    expected: refused(403, /--allow-host/),
  },
  {
    name: "read at 0.0.0.0 as it is written",
    setup: wide,
    wish: "read",
    headers: [["host", "0.0.0.0:{port}"]],
    expected: refused(403, /--allow-host/),
  },
  change(wideWithToken, [], noToken),
  change(wideWithToken, [bearer], granted.change),
  { ...change(wideWithToken, [bearer], granted.change), address: "127.0.0.2" },
];
