import type { Field, RecordShape, RowElement, RowShape, Shape, SingleKeyShape } from "@depthwire/schema/internal";
import { refuse, under, ValueFault } from "../error/value-fault.js";
import { ExactNumber } from "../json/exact-number.js";
import type { Decode } from "./decode-scalar.js";
import { isObject } from "./is-object.js";

/** Compiles the shapes inside. Passed in, so that the two files need not import each other. */
type CompileDecoder = (shape: Shape) => Decode;

/** Puts one field of a record into the result. */
type DecodeField = (wire: Readonly<Record<string, unknown>>, result: Record<string, unknown>) => void;

/** A JSON object with known keys. Unknown keys are ignored. */
export function recordDecoder(shape: RecordShape, compile: CompileDecoder): Decode {
  const fields = Object.entries(shape.fields).map(([name, field]) => fieldDecoder(name, field, compile));
  return (wire) => {
    if (!isObject(wire)) {
      refuse("an object");
    }
    const result: Record<string, unknown> = {};
    for (const field of fields) {
      field(wire, result);
    }
    return result;
  };
}

function fieldDecoder(name: string, field: Field, compile: CompileDecoder): DecodeField {
  const { wireKeys, presence, absentAs, unreadable } = field;
  if (presence === "tag") {
    const value = literalOf(field.shape);
    return (_wire, result) => {
      result[name] = value;
    };
  }
  const decode = compile(field.shape);
  // null in place of an optional value means that the value is absent, unless null is one of its values.
  const nullIsAbsent = presence === "optional" && field.shape.kind !== "nullable" && field.shape.kind !== "anything";
  return (wire, result) => {
    const key = wireKeys.find((candidate) => Object.hasOwn(wire, candidate));
    const isAbsent =
      key === undefined || (nullIsAbsent && wire[key] === null) || (absentAs !== undefined && saysNothing(wire[key]));
    if (isAbsent && presence === "optional") {
      return;
    }
    try {
      const value = key === undefined ? refuse("a value: the key is missing") : decode(wire[key]);
      if (presence !== "fixed") {
        result[name] = value;
      }
    } catch (thrown) {
      if (unreadable === "absent" && thrown instanceof ValueFault) {
        return;
      }
      throw under(thrown, key ?? (wireKeys[0] as string));
    }
  };
}

const emptyOrZero = /^(?:0(?:\.0*)?)?$/;

/** Whether a value means absent: empty text or zero, by the field's type. @spec field note 43 */
function saysNothing(wire: unknown): boolean {
  if (typeof wire === "string") {
    return emptyOrZero.test(wire);
  }
  return wire === 0 || (wire instanceof ExactNumber && emptyOrZero.test(wire.text));
}

function literalOf(shape: Shape): unknown {
  return shape.kind === "literal" ? shape.value : undefined;
}

/** A JSON array whose positions have meanings. */
export function rowDecoder(shape: RowShape, compile: CompileDecoder): Decode {
  const positions = Object.entries(shape.fields).map(([name, position]) => positionDecoder(name, position, compile));
  return (wire) => {
    if (!Array.isArray(wire) || wire.length !== shape.length) {
      refuse(`an array of ${shape.length} elements`);
    }
    const result: Record<string, unknown> = {};
    for (const position of positions) {
      position(wire, result);
    }
    return result;
  };
}

function positionDecoder(
  name: string,
  position: RowElement,
  compile: CompileDecoder,
): (wire: readonly unknown[], result: Record<string, unknown>) => void {
  const { index, presence, absentAs } = position;
  if (presence === "tag") {
    const value = literalOf(position.shape);
    return (_wire, result) => {
      result[name] = value;
    };
  }
  const decode = compile(position.shape);
  return (wire, result) => {
    const item = wire[index];
    if (presence === "optional" && item === absentAs) {
      return;
    }
    try {
      const value = decode(item);
      if (presence !== "fixed") {
        result[name] = value;
      }
    } catch (thrown) {
      throw under(thrown, index);
    }
  };
}

/** A JSON object that holds exactly one of the known keys. */
export function singleKeyDecoder(shape: SingleKeyShape, compile: CompileDecoder): Decode {
  const entries = Object.entries(shape.entries).map(([kind, entry]) => ({
    kind,
    wireKey: entry.wireKey,
    decode: compile(entry.shape),
  }));
  const expected = `an object with exactly one of ${entries.map((entry) => entry.wireKey).join(", ")}`;
  return (wire) => {
    if (!isObject(wire)) {
      refuse(expected);
    }
    const [entry, second] = entries.filter((candidate) => Object.hasOwn(wire, candidate.wireKey));
    if (entry === undefined || second !== undefined) {
      refuse(expected);
    }
    try {
      return { kind: entry.kind, value: entry.decode(wire[entry.wireKey]) };
    } catch (thrown) {
      throw under(thrown, entry.wireKey);
    }
  };
}
