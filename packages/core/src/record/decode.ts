import type { ListShape, MapShape, NullableShape, Shape, VariantsShape, VariantTest } from "@depthwire/schema/internal";
import { refuse, under } from "../error/value-fault.js";
import { ExactNumber } from "../json/exact-number.js";
import { setOwn } from "../json/own-property.js";
import { recordDecoder, rowDecoder, singleKeyDecoder } from "./decode-record.js";
import {
  type Decode,
  decimalDecoder,
  decodeText,
  decodeTime,
  enumerationDecoder,
  flagDecoder,
  identifierDecoder,
  integerDecoder,
  literalDecoder,
} from "./decode-scalar.js";
import { isObject } from "./is-object.js";

/** Compiles a shape into a closure that decodes it. Done once a shape; no code is made from text. */
export function compileDecoder(shape: Shape): Decode {
  switch (shape.kind) {
    case "text":
      return decodeText;
    case "integer":
      return integerDecoder(shape);
    case "decimal":
      return decimalDecoder(shape);
    case "identifier":
      return identifierDecoder(shape);
    case "time":
      return decodeTime;
    case "enumeration":
      return enumerationDecoder(shape);
    case "literal":
      return literalDecoder(shape);
    case "flag":
      return flagDecoder(shape);
    case "anything":
      return (wire) => wire;
    case "list":
      return listDecoder(shape);
    case "map":
      return mapDecoder(shape);
    case "nullable":
      return nullableDecoder(shape);
    case "record":
      return recordDecoder(shape, compileDecoder);
    case "row":
      return rowDecoder(shape, compileDecoder);
    case "single-key":
      return singleKeyDecoder(shape, compileDecoder);
    case "variants":
      return variantsDecoder(shape);
  }
}

function listDecoder(shape: ListShape): Decode {
  const element = compileDecoder(shape.element);
  const { min, max = Number.MAX_SAFE_INTEGER } = shape;
  return (wire) => {
    if (!Array.isArray(wire)) {
      refuse("an array");
    }
    if (wire.length < min || wire.length > max) {
      refuse(`an array of ${min} to ${max} elements`);
    }
    return wire.map((item: unknown, index) => {
      try {
        return element(item);
      } catch (thrown) {
        throw under(thrown, index);
      }
    });
  };
}

function mapDecoder(shape: MapShape): Decode {
  const decodeValue = compileDecoder(shape.value);
  return (wire) => {
    if (!isObject(wire)) {
      refuse("an object");
    }
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(wire)) {
      try {
        setOwn(result, key, decodeValue(value));
      } catch (thrown) {
        throw under(thrown, key);
      }
    }
    return result;
  };
}

function nullableDecoder(shape: NullableShape): Decode {
  const decodeValue = compileDecoder(shape.value);
  return (wire) => (wire === null ? null : decodeValue(wire));
}

function variantsDecoder(shape: VariantsShape): Decode {
  const alternatives = shape.alternatives.map(({ when, shape: form }) => ({ when, decode: compileDecoder(form) }));
  const expected = `one of the forms of ${shape.name}`;
  return (wire) => {
    const taken = alternatives.find(({ when }) => holds(when, wire));
    return taken === undefined ? refuse(expected) : taken.decode(wire);
  };
}

function holds(when: VariantTest, wire: unknown): boolean {
  switch (when.test) {
    case "length":
      return Array.isArray(wire) && wire.length === when.length;
    case "form":
      return formOf(wire) === when.form;
    case "keys":
      return (
        isObject(wire) &&
        (when.anyOf.length === 0 || when.anyOf.some((key) => Object.hasOwn(wire, key))) &&
        !when.noneOf.some((key) => Object.hasOwn(wire, key))
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
  if (typeof wire === "number" || wire instanceof ExactNumber) {
    return "integer";
  }
  return isObject(wire) ? "object" : "other";
}
