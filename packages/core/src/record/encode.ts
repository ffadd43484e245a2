import type { ListShape, MapShape, NullableShape, Shape, VariantsShape } from "@depthwire/schema/internal";
import { refuse, under } from "../error/value-fault.js";
import { setOwn } from "../json/own-property.js";
import type { JsonWritable } from "../json/write-ordered.js";
import { recordEncoder, rowEncoder, singleKeyEncoder } from "./encode-record.js";
import {
  decimalEncoder,
  type Encode,
  encodeText,
  enumerationEncoder,
  flagEncoder,
  identifierEncoder,
  integerEncoder,
  literalEncoder,
  timeEncoder,
} from "./encode-scalar.js";
import { compileFits } from "./fits-shape.js";
import { isObject } from "./is-object.js";

/** Compiles a shape into a closure that encodes it. Done once a shape; no code is made from text. */
export function compileEncoder(shape: Shape): Encode {
  switch (shape.kind) {
    case "text":
      return encodeText;
    case "integer":
      return integerEncoder(shape);
    case "decimal":
      return decimalEncoder(shape);
    case "identifier":
      return identifierEncoder(shape);
    case "time":
      return timeEncoder(shape);
    case "enumeration":
      return enumerationEncoder(shape);
    case "literal":
      return literalEncoder(shape);
    case "flag":
      return flagEncoder(shape);
    case "anything":
      return encodeAnything;
    case "list":
      return listEncoder(shape);
    case "map":
      return mapEncoder(shape);
    case "nullable":
      return nullableEncoder(shape);
    case "record":
      return recordEncoder(shape, compileEncoder);
    case "row":
      return rowEncoder(shape, compileEncoder);
    case "single-key":
      return singleKeyEncoder(shape, compileEncoder);
    case "variants":
      return variantsEncoder(shape);
  }
}

/** The writer looks at what no document describes. */
function encodeAnything(value: unknown): JsonWritable {
  return value === undefined ? refuse("a JSON value") : (value as JsonWritable);
}

function listEncoder(shape: ListShape): Encode {
  const element = compileEncoder(shape.element);
  const { min, max = Number.MAX_SAFE_INTEGER } = shape;
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return refuse(`an array of ${min} to ${max} elements`);
    }
    return value.map((item: unknown, index) => {
      try {
        return element(item);
      } catch (thrown) {
        throw under(thrown, index);
      }
    });
  };
}

function mapEncoder(shape: MapShape): Encode {
  const encodeValue = compileEncoder(shape.value);
  return (value) => {
    if (!isObject(value)) {
      return refuse("an object");
    }
    const wire: Record<string, JsonWritable> = {};
    for (const [key, item] of Object.entries(value)) {
      try {
        setOwn(wire, key, encodeValue(item));
      } catch (thrown) {
        throw under(thrown, key);
      }
    }
    return wire;
  };
}

function nullableEncoder(shape: NullableShape): Encode {
  const encodeValue = compileEncoder(shape.value);
  return (value) => (value === null ? null : encodeValue(value));
}

function variantsEncoder(shape: VariantsShape): Encode {
  const alternatives = shape.alternatives.map(({ shape: form }) => ({
    fits: compileFits(form),
    encode: compileEncoder(form),
  }));
  return (value) => {
    const taken = alternatives.find(({ fits }) => fits(value));
    return taken === undefined ? refuse(`one of the forms of ${shape.name}`) : taken.encode(value);
  };
}
