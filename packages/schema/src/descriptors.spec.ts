import * as schema from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";

type Shape = schema.Shape;

const families = [schema.usdt, schema.coin, schema.spot, schema.wallet];
const constants = [schema, ...families].flatMap((module) => Object.entries<unknown>(module));
const exported = constants.filter((entry): entry is [string, Shape] => isShape(entry[1]));
const shapes = [...new Set(exported.flatMap(([, shape]) => descend(shape)))];
const records = shapes.filter((shape) => shape.kind === "record");
const rows = shapes.filter((shape) => shape.kind === "row");

describe("every descriptor", () => {
  it.each(records.map((shape) => ({ name: shape.name, shape })))("record $name is unambiguous", ({ shape }) => {
    const fields = Object.values(shape.fields);
    const keys = [...fields.flatMap(({ wireKeys }) => wireKeys), ...shape.ignored];
    expect(new Set(keys).size).toBe(keys.length);
    expect(fields.filter(({ presence, wireKeys }) => (presence === "tag") !== (wireKeys.length === 0))).toEqual([]);
    // An object puts integer-like keys first, which would change the signed order.
    expect(keys.filter((key) => /^\d+$/.test(key))).toEqual([]);
    expect(shape.spec).toMatch(/^(document [12], |field notes? \d)/);
  });

  it.each(rows.map((shape) => ({ name: shape.name, shape })))("row $name describes each position once", ({ shape }) => {
    const used = [
      ...Object.values(shape.fields)
        .filter(({ presence }) => presence !== "tag")
        .map(({ index }) => index),
      ...Object.keys(shape.filler).map(Number),
    ];
    expect(used.toSorted((a, b) => a - b)).toEqual(Array.from({ length: shape.length }, (_, index) => index));
  });

  it("has a kebab-case name that no other has", () => {
    const named = shapes.filter((shape) => "name" in shape);
    const byName = new Map<string, Shape[]>();
    for (const shape of named) {
      byName.set(shape.name, [...(byName.get(shape.name) ?? []), shape]);
    }
    expect([...byName.keys()].filter((name) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    const clashes = [...byName].filter(
      ([, same]) => new Set(same.map((shape) => JSON.stringify(strip(shape)))).size > 1,
    );
    expect(clashes.map(([name]) => name)).toEqual([]);
  });

  it("is exported when it has fields or members, for its sentences are found through the constant", () => {
    const known = new Set(exported.map(([name]) => kebab(name)));
    const hidden = shapes.filter((shape) => "name" in shape && !known.has(shape.name));
    expect(hidden.map((shape) => ("name" in shape ? shape.name : shape.kind))).toEqual([]);
  });

  it("is named after its constant", () => {
    const tables = exported.filter(([, shape]) => shape.kind === "record" || shape.kind === "row");
    expect(tables.filter(([name, shape]) => "name" in shape && kebab(name) !== shape.name)).toEqual([]);
  });
});

/** Channel grammars and operations have a `kind` too. */
function isShape(value: unknown): value is Shape {
  if (typeof value !== "object" || value === null || !("kind" in value)) {
    return false;
  }
  return !("template" in value) && value.kind !== "operation";
}

/** The shape and everything inside it. */
function descend(shape: Shape): Shape[] {
  return [shape, ...inner(shape).flatMap(descend)];
}

function inner(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "record":
    case "row":
      return Object.values(shape.fields).map((field) => field.shape);
    case "single-key":
      return Object.values(shape.entries).map((entry) => entry.shape);
    case "variants":
      return shape.alternatives.map((alternative) => alternative.shape);
    case "list":
      return [shape.element];
    case "map":
    case "nullable":
      return [shape.value];
    default:
      return [];
  }
}

/** Twins of one enumeration differ in how they are sent and whether they are closed. */
function strip(shape: Shape): object {
  return shape.kind === "enumeration" ? { members: shape.members } : shape;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
