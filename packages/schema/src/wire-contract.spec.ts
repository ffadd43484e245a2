import * as main from "@depthwire/schema";
import * as coin from "@depthwire/schema/coin";
import * as internal from "@depthwire/schema/internal";
import * as relay from "@depthwire/schema/relay";
import * as spot from "@depthwire/schema/spot";
import * as usdt from "@depthwire/schema/usdt";
import * as wallet from "@depthwire/schema/wallet";
import { expect, it } from "vitest";

/** By the name of their door; what several doors have stands at the last. */
const doors = { internal, relay, main, coin, spot, usdt, wallet };

const placeOf = new Map<unknown, string>();
for (const [door, exported] of Object.entries(doors)) {
  for (const [name, value] of Object.entries<unknown>(exported)) {
    if (typeof value === "object" && value !== null) {
      placeOf.set(value, `${door}.${name}`);
    }
  }
}

/** One line for what a value is made of; what is exported itself is named. */
function lineOf(value: unknown, isNamed = true): string {
  const place = isNamed ? placeOf.get(value) : undefined;
  if (place !== undefined) {
    return `<${place}>`;
  }
  if (typeof value === "function") {
    return "function";
  }
  if (value instanceof RegExp) {
    return String(value);
  }
  if (value instanceof Map || value instanceof Set) {
    return `${value.constructor.name} ${lineOf([...value])}`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => lineOf(item)).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{ ${fields.map(([key, field]) => `${key}: ${lineOf(field)}`).join(", ")} }`;
  }
  return typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
}

/** A line for a constant, and one for each field of a table. */
function linesOf(name: string, value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [`${name}: ${lineOf(value, false)}`];
  }
  const { fields, ...rest } = value as { readonly fields?: object };
  const rows = fields === undefined ? [] : Object.entries(fields);
  return [
    `${name}: ${lineOf(fields === undefined ? value : rest, false)}`,
    ...rows.map(([key, field]) => `  ${key}: ${lineOf(field)}`),
  ];
}

/** What several doors export is said once; texts and numbers are said at each. */
function isSaidHere(value: unknown, place: string): boolean {
  return typeof value !== "object" || placeOf.get(value) === place;
}

// Whether it is right is for spec-check, which holds it against the documents. A change that is meant: vitest run -u.
it("is what it was: every change of an address, a key, a rule or a code shows in wire-contract.txt", async () => {
  const lines = Object.entries(doors).flatMap(([door, exported]) =>
    Object.entries<unknown>(exported)
      .filter(([name, value]) => typeof value !== "function" && isSaidHere(value, `${door}.${name}`))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, value]) => linesOf(`${door}.${name}`, value)),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../wire-contract.txt");
});
