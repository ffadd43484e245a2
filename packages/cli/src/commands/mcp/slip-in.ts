import { nearest } from "../../program/nearest.js";
import type { Given, Tool } from "./tools/tool.js";

/** What is wrong with the arguments, in more words than the schema's validator has. @returns undefined where it says enough */
export function slipIn({ input: { properties } }: Tool, given: Given): string | undefined {
  const slips = Object.entries(given).flatMap(([name, value]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? unknownName(name, Object.keys(properties)) : notAllowed(name, value, known);
  });
  return slips.length === 0 ? undefined : slips.join("; ");
}

function unknownName(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  const takes = names.length === 0 ? "it takes nothing" : `it takes ${names.join(", ")}`;
  return `there is no argument ${name}${meant === undefined ? "" : `, did you mean ${meant}?`} (${takes})`;
}

function notAllowed(name: string, value: unknown, known: object): readonly string[] {
  const { enum: allowed } = known as { readonly enum?: readonly unknown[] };
  return allowed === undefined || allowed.includes(value)
    ? []
    : [`${name} is ${JSON.stringify(value)}, and must be one of ${allowed.join(", ")}`];
}
