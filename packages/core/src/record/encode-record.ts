import type { RecordShape, RowShape, Shape, SingleKeyShape } from "@depthwire/schema/internal";
import { refuse, under } from "../error/value-fault.js";
import type { JsonWritable } from "../json/write-ordered.js";
import type { Encode } from "./encode-scalar.js";
import { isObject } from "./is-object.js";

/** Compiles the shapes inside. Passed in, so that the two files need not import each other. */
type CompileEncoder = (shape: Shape) => Encode;

/** A JSON object, its keys in the order of the descriptor: the order in which they are signed. */
export function recordEncoder(shape: RecordShape, compile: CompileEncoder): Encode {
  const fields = Object.entries(shape.fields)
    .filter(([, field]) => field.presence !== "tag")
    .map(([name, field]) => ({
      name,
      keys: field.sends === "every" ? field.wireKeys : field.wireKeys.slice(0, 1),
      presence: field.presence,
      absentAs: field.absentAs,
      fixedAs: field.presence === "fixed" && field.shape.kind === "literal" ? field.shape.value : undefined,
      encode: compile(field.shape),
    }));
  return (value) => {
    if (!isObject(value)) {
      return refuse("an object");
    }
    const wire: Record<string, JsonWritable> = {};
    for (const { name, keys, presence, absentAs, fixedAs, encode } of fields) {
      const item = presence === "fixed" ? fixedAs : ownValue(value, name);
      if (item === undefined && presence === "optional" && absentAs === undefined) {
        continue;
      }
      try {
        const sent = item === undefined ? (absentAs ?? refuse("a value: it is missing")) : encode(item);
        for (const key of keys) {
          wire[key] = sent;
        }
      } catch (thrown) {
        throw under(thrown, name);
      }
    }
    return wire;
  };
}

function ownValue(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A JSON array whose positions have meanings; positions without one hold the shape's filler. */
export function rowEncoder(shape: RowShape, compile: CompileEncoder): Encode {
  const positions = Object.entries(shape.fields)
    .filter(([, position]) => position.presence !== "tag")
    .map(([name, position]) => ({ ...position, name, encode: compile(position.shape) }));
  return (value) => {
    if (!isObject(value)) {
      return refuse("an object");
    }
    const wire: JsonWritable[] = Array.from({ length: shape.length }, (_, index) => shape.filler[index] ?? "");
    for (const { name, index, presence, absentAs, encode } of positions) {
      const item = ownValue(value, name);
      if (item === undefined && presence === "optional") {
        wire[index] = absentAs ?? "";
        continue;
      }
      try {
        wire[index] = item === undefined ? refuse("a value: it is missing") : encode(item);
      } catch (thrown) {
        throw under(thrown, name);
      }
    }
    return wire;
  };
}

/** A JSON object with the one key that `kind` names. */
export function singleKeyEncoder(shape: SingleKeyShape, compile: CompileEncoder): Encode {
  const entries = new Map(
    Object.entries(shape.entries).map(([kind, entry]) => [
      kind,
      { wireKey: entry.wireKey, encode: compile(entry.shape) },
    ]),
  );
  return (value) => {
    const kind = isObject(value) ? ownValue(value, "kind") : undefined;
    const entry = typeof kind === "string" ? entries.get(kind) : undefined;
    if (!isObject(value) || entry === undefined) {
      return refuse(`an object whose kind is one of ${[...entries.keys()].join(", ")}`);
    }
    try {
      return { [entry.wireKey]: entry.encode(value["value"]) };
    } catch (thrown) {
      throw under(thrown, "value");
    }
  };
}
