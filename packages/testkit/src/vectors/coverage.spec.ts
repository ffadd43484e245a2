import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { Shape } from "@depthwire/schema/internal";
import { describe, expect, test } from "vitest";
import { loadOperationVectors, loadRecordVectors } from "./load-vectors.js";
import { namedShapes } from "./named-shapes.js";

/** Wire texts by the name of the shape that they are of. */
const wires = new Map<string, unknown[]>();
for (const { descriptor, wire } of loadRecordVectors()) {
  note(descriptor, wire);
}
const families: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { usdt, coin, spot, wallet };
for (const { operation, paramsWire } of loadOperationVectors().cases) {
  const [family = "", name = ""] = operation.split(".");
  const found = families[family]?.[name] as Operation | undefined;
  if (found === undefined) {
    throw new Error(`the schema has no ${operation}`);
  }
  note(found.params.name, paramsWire);
}

function note(name: string, wire: string): void {
  wires.set(name, [...(wires.get(name) ?? []), JSON.parse(wire)]);
}

/** Each table with what its keys or positions may hold. */
const tables = [...namedShapes()].flatMap(([name, shape]) => {
  const slots = slotsOf(shape);
  return slots === undefined ? [] : [{ name, slots }];
});

function slotsOf(shape: Shape): ReadonlyMap<string, Shape | undefined> | undefined {
  switch (shape.kind) {
    case "record": {
      const known = Object.values(shape.fields).flatMap((field) =>
        field.wireKeys.map((key) => [key, field.shape] as const),
      );
      return new Map<string, Shape | undefined>([...known, ...shape.ignored.map((key) => [key, undefined] as const)]);
    }
    case "row":
      return new Map(Object.values(shape.fields).map((position) => [String(position.index), position.shape]));
    case "single-key":
      return new Map(Object.values(shape.entries).map((entry) => [entry.wireKey, entry.shape]));
    default:
      return undefined;
  }
}

describe("the vectors reach", () => {
  test.each(tables)("every key and every member of $name", ({ name, slots }) => {
    const seen = (wires.get(name) ?? []).map((wire) => new Map(Object.entries(Object(wire))));
    expect(seen).not.toEqual([]);
    for (const [key, shape] of slots) {
      const values = seen.filter((wire) => wire.has(key)).map((wire) => wire.get(key));
      expect(values, key).not.toEqual([]);
      const elements = shape?.kind === "list" ? values.flat() : values;
      const held = shape?.kind === "list" ? shape.element : shape;
      const members = held?.kind === "enumeration" ? Object.keys(held.members) : [];
      const missing = members.filter((member) => !elements.some((value) => String(value) === member));
      expect(missing, key).toEqual([]);
    }
  });
});
