import type { InputOf, ValueOf } from "@depthwire/schema";
import type { Shape } from "@depthwire/schema/internal";
import { decodingError, encodingError, under, ValueFault } from "../error/value-fault.js";
import { defaultJsonLimits, type JsonLimits } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import { type JsonWritable, writeOrdered } from "../json/write-ordered.js";
import { compileDecoder } from "./decode.js";
import { compileEncoder } from "./encode.js";
import type { StandardResult, StandardSchema } from "./standard-schema.js";

/** Both directions of one shape. */
export interface Codec<Value> extends StandardSchema<unknown, Value> {
  /**
   * Decodes a JSON value, from `parseExact` or `JSON.parse`. Unknown keys are ignored.
   *
   * @param within path of the value in something larger, for the paths of errors
   * @throws ProtocolError `message-shape`, `number-malformed`, `number-too-large`, each with the path of what was wrong
   */
  readonly decode: (wire: unknown, within?: string) => Value;
  /**
   * Encodes a value into what `writeOrdered` writes, keys in the order of the descriptor.
   *
   * @throws ValidationError `value-invalid` with the path of what was wrong
   */
  readonly encode: (value: InputOf<Value>) => JsonWritable;
}

/** Compiles a descriptor, a record or any other shape, into its codec. Costs some time: do it once a descriptor. */
export function compileRecord<S extends Shape>(shape: S): Codec<ValueOf<S>> {
  type Value = ValueOf<S>;
  const decodeValue = compileDecoder(shape);
  const encodeValue = compileEncoder(shape);
  // The closures are untyped inside; the shape's phantom type says what they make.
  const decode = (wire: unknown, within?: string): Value => {
    try {
      return decodeValue(wire) as Value;
    } catch (thrown) {
      throw decodingError(within === undefined ? thrown : under(thrown, within));
    }
  };
  const encode = (value: InputOf<Value>): JsonWritable => {
    try {
      return encodeValue(value);
    } catch (thrown) {
      throw encodingError(thrown);
    }
  };
  const validate = (wire: unknown): StandardResult<Value> => {
    try {
      return { value: decodeValue(wire) as Value };
    } catch (thrown) {
      if (thrown instanceof ValueFault) {
        return { issues: [{ message: `Expected ${thrown.expected}`, path: thrown.steps.toReversed() }] };
      }
      throw thrown;
    }
  };
  return { decode, encode, "~standard": { version: 1, vendor: "depthwire", validate } };
}

/** Decodes JSON text: {@link parseExact}, then the codec. */
export function decodeJson<Value>(codec: Codec<Value>, text: string, limits: JsonLimits = defaultJsonLimits): Value {
  return codec.decode(parseExact(text, limits));
}

/** Encodes into JSON text: the codec, then {@link writeOrdered}. */
export function encodeJson<Value>(codec: Codec<Value>, value: InputOf<Value>): string {
  return writeOrdered(codec.encode(value));
}
