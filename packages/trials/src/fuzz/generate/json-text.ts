import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { once, pick } from "./bytes.js";

/** Texts, numbers and signs of JSON; whatever else stands in a text is a token too, so that broken texts can be changed as well. */
const tokenPattern = /"(?:[^"\\]|\\.)*"?|-?[0-9][0-9.eE+-]*|[{}[\]:,]|[a-z]+|\s+|./gsu;

/** Values at which readers of numbers turn. */
const numbers = [
  "0",
  "-0",
  "1",
  "-1",
  "1.10",
  "0.5",
  "00",
  "01",
  ".5",
  "1.",
  "+1",
  "1e3",
  "1E-3",
  "1e400",
  "-1e-400",
  "NaN",
  "0x10",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "18446744073709551616",
  "1e999999999",
  "99999999999999999999999999999999999999",
  "100000000000000000000000000000000000000",
  "0.000000000000001",
  "0.0000000000000001",
] as const;

/** Texts at which readers of texts turn. */
const texts = [
  '""',
  '"0"',
  '"-0"',
  '"00.10"',
  '"1"',
  '"1.50"',
  '"-1"',
  '"1e2"',
  '" 1"',
  '"1 "',
  '".5"',
  '"1."',
  '"9007199254740993"',
  '"0.0000000000000001"',
  '"99999999999999999999999999999999999999"',
  `"${"9".repeat(39)}"`,
  `"${"0".repeat(129)}1"`,
  '"\\u0031"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\u0000"',
  '"\\x"',
  '"\u0001"',
  '"__proto__"',
  '"constructor"',
  '"2026-01-01T00:00:00.000Z"',
  '"2026-02-30T00:00:00Z"',
  '"null"',
  '"-2.83%"',
  '"ü"',
  '"\u{1f600}"',
] as const;

/** Whole values that take the place of others, or stand beside them. */
const values = [
  "null",
  "true",
  "false",
  "{}",
  "[]",
  "[[]]",
  '{"a":1}',
  '["1","2"]',
  '["1","2","3"]',
  "[null]",
  '{"__proto__":1}',
] as const;

/** A value out of nothing. */
export function someValue(random: Random): string {
  return pick(random, once(random, 3) ? numbers : once(random, 2) ? texts : values);
}

/** One to three changes of a JSON text by its tokens: some leave it JSON, some do not. @param words texts that mean something to the reader */
export function mutateJson(text: string, random: Random, words: readonly string[]): string {
  const tokens = text.match(tokenPattern) ?? [];
  for (let changes = randomInteger(random, 1, 3); changes > 0; changes--) {
    changeOnce(tokens, random, words);
  }
  return tokens.join("");
}

function changeOnce(tokens: string[], random: Random, words: readonly string[]): void {
  const at = randomInteger(random, 0, Math.max(0, tokens.length - 1));
  const token = tokens[at] ?? "";
  const end = endOfValue(tokens, at);
  switch (randomInteger(random, 0, 9)) {
    case 0:
      tokens.splice(at, end - at, someValue(random));
      break;
    case 1:
      tokens[at] = token.startsWith('"') ? JSON.stringify(pick(random, words)) : someValue(random);
      break;
    case 2:
      tokens.splice(at, end - at);
      break;
    case 3:
      // The same value or key again, as a list would have it.
      tokens.splice(end, 0, ",", ...tokens.slice(at, end));
      break;
    case 4:
      tokens.splice(
        at,
        0,
        pick(random, [" ", "\n", "\t\r\n", ",", ":", "[", "]", "{", "}", "\u00a0", "\ufeff", "//", "'"]),
      );
      break;
    case 5:
      tokens[at] = token.startsWith('"') ? escaped(token, random) : token;
      break;
    case 6:
      tokens[at] = nearNumber(token, random);
      break;
    case 7: {
      const other = randomInteger(random, 0, Math.max(0, tokens.length - 1));
      const moved = tokens.slice(other, endOfValue(tokens, other));
      tokens.splice(at, end - at, ...moved);
      break;
    }
    case 8:
      tokens.splice(at, end - at, ...wrapped(tokens.slice(at, end), random));
      break;
    default: {
      // A key of an object, put before what stands there.
      const key = JSON.stringify(pick(random, words));
      tokens.splice(at + 1, 0, key, ":", someValue(random), ",");
    }
  }
}

/** Where the value that begins at `at` ends: behind its last bracket. */
function endOfValue(tokens: readonly string[], at: number): number {
  let depth = 0;
  for (let end = at; end < tokens.length; end++) {
    const token = tokens[end] as string;
    depth += token === "{" || token === "[" ? 1 : token === "}" || token === "]" ? -1 : 0;
    if (depth <= 0) {
      return end + 1;
    }
  }
  return tokens.length;
}

function escaped(token: string, random: Random): string {
  const at = randomInteger(random, 1, Math.max(1, token.length - 2));
  const unit = token.charCodeAt(at);
  if (Number.isNaN(unit) || token[at] === "\\") {
    return token;
  }
  return `${token.slice(0, at)}\\u${unit.toString(16).padStart(4, "0")}${token.slice(at + 1)}`;
}

function nearNumber(token: string, random: Random): string {
  const digits = /\d+/.exec(token)?.[0];
  if (digits === undefined) {
    return token;
  }
  const next = pick(random, [
    String(BigInt(digits.slice(0, 30)) + BigInt(randomInteger(random, 0, 4))),
    `0${digits}`,
    `${digits}.0`,
    `${digits}.50`,
    `-${digits}`,
    `${digits}${"0".repeat(randomInteger(random, 1, 40))}`,
    digits.slice(1),
  ]);
  return token.replace(digits, next);
}

/** The value within lists or objects, up to more of them than a reader allows. */
function wrapped(tokens: readonly string[], random: Random): string[] {
  const depth = once(random, 4) ? randomInteger(random, 28, 40) : randomInteger(random, 1, 3);
  return once(random, 2)
    ? ["[".repeat(depth), ...tokens, "]".repeat(depth)]
    : ['{"a":'.repeat(depth), ...tokens, "}".repeat(depth)];
}
