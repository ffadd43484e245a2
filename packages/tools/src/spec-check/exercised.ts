import type { Alternative, RecordShape, Shape } from "@depthwire/schema/internal";

type SingleKeyShape = Extract<Shape, { readonly kind: "single-key" }>;

/** What the wire texts of the passed vectors went through. */
export class Exercised {
  readonly #keys = new Set<string>();
  readonly #members = new Map<string, Set<string>>();

  /** Whether a passed vector had `key` in a record of this name. */
  hasKey(shapeName: string, key: string): boolean {
    return this.#keys.has(`${shapeName}/${key}`);
  }

  /** The wire values of an enumeration that passed vectors had. */
  membersOf(enumeration: string): ReadonlySet<string> {
    return this.#members.get(enumeration) ?? new Set();
  }

  /** Walks a wire value along its shape and notes every key and every enumeration value. */
  walk(shape: Shape, wire: unknown): void {
    switch (shape.kind) {
      case "record":
        if (isObject(wire)) {
          this.#walkRecord(shape, wire);
        }
        return;
      case "row":
        if (!Array.isArray(wire)) {
          return;
        }
        for (const field of Object.values(shape.fields)) {
          this.walk(field.shape, wire[field.index]);
        }
        return;
      case "single-key":
        if (isObject(wire)) {
          this.#walkSingleKey(shape, wire);
        }
        return;
      case "variants": {
        const taken = shape.alternatives.find((alternative) => matches(alternative, wire));
        if (taken !== undefined) {
          this.walk(taken.shape, wire);
        }
        return;
      }
      case "list":
        if (Array.isArray(wire)) {
          for (const element of wire) {
            this.walk(shape.element, element);
          }
        }
        return;
      case "map":
        if (isObject(wire)) {
          for (const value of Object.values(wire)) {
            this.walk(shape.value, value);
          }
        }
        return;
      case "nullable":
        if (wire !== null) {
          this.walk(shape.value, wire);
        }
        return;
      case "enumeration": {
        const members = this.#members.get(shape.name) ?? new Set<string>();
        this.#members.set(shape.name, members.add(String(wire)));
        return;
      }
      default:
    }
  }

  #walkRecord(shape: RecordShape, wire: Record<string, unknown>): void {
    for (const key of Object.keys(wire)) {
      this.#keys.add(`${shape.name}/${key}`);
    }
    for (const field of Object.values(shape.fields)) {
      for (const key of field.wireKeys) {
        if (key in wire) {
          this.walk(field.shape, wire[key]);
        }
      }
    }
  }

  #walkSingleKey(shape: SingleKeyShape, wire: Record<string, unknown>): void {
    for (const entry of Object.values(shape.entries)) {
      if (entry.wireKey in wire) {
        this.#keys.add(`${shape.name}/${entry.wireKey}`);
        this.walk(entry.shape, wire[entry.wireKey]);
      }
    }
  }
}

function matches({ when }: Alternative, wire: unknown): boolean {
  switch (when.test) {
    case "length":
      return Array.isArray(wire) && wire.length === when.length;
    case "form":
      return formOf(wire) === when.form;
    case "keys":
      return (
        isObject(wire) &&
        (when.anyOf.length === 0 || when.anyOf.some((key) => key in wire)) &&
        !when.noneOf.some((key) => key in wire)
      );
  }
}

function formOf(wire: unknown): string {
  if (Array.isArray(wire)) {
    return "array";
  }
  if (typeof wire === "string") {
    return "text";
  }
  return typeof wire === "number" ? "integer" : typeof wire;
}

function isObject(wire: unknown): wire is Record<string, unknown> {
  return typeof wire === "object" && wire !== null && !Array.isArray(wire);
}
