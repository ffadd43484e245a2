import type {
  EnumerationShape,
  Field,
  RecordShape,
  RowShape,
  Shape,
  SingleKeyShape,
  VariantsShape,
  VariantTest,
} from "@depthwire/schema/internal";
import { kebabToCamel, kebabToPascal } from "./names.js";
import type { JsonSchema } from "./scalar-schema.js";
import { integerSchema, scalarSchema } from "./scalar-schema.js";
import type { Described, Sentences } from "./sentences.js";

/** Turns shapes into JSON Schema; tables become named schemas that are referred to. */
export interface SchemaWriter {
  /** Schema of a shape's wire form. */
  write(shape: Shape): JsonSchema;
  /** Every named schema that was referred to so far, by name, in alphabetical order. */
  named(): Readonly<Record<string, JsonSchema>>;
}

/**
 * @param sentences comments of the descriptors
 * @param referencePrefix where named schemas will stand, for example `#/components/schemas/`
 */
export function createSchemaWriter(sentences: Sentences, referencePrefix: string): SchemaWriter {
  const named = new Map<string, JsonSchema>();

  function refer(name: string, build: () => JsonSchema): JsonSchema {
    if (!named.has(name)) {
      // The placeholder ends a recursion, should a table ever contain itself.
      named.set(name, {});
      named.set(name, build());
    }
    return { $ref: `${referencePrefix}${name}` };
  }

  function describe(name: string): Described {
    return sentences.get(kebabToCamel(name)) ?? { summary: "", spec: undefined, members: new Map() };
  }

  function write(shape: Shape): JsonSchema {
    switch (shape.kind) {
      case "record":
        return refer(kebabToPascal(shape.name), () => recordSchema(shape, describe(shape.name), write));
      case "row":
        return refer(kebabToPascal(shape.name), () => rowSchema(shape, describe(shape.name), write));
      case "single-key":
        return refer(kebabToPascal(shape.name), () => singleKeySchema(shape, describe(shape.name), write));
      case "variants":
        return refer(kebabToPascal(shape.name), () => variantsSchema(shape, describe(shape.name), write));
      case "enumeration":
        return refer(enumerationName(shape), () => enumerationSchema(shape, describe(shape.name)));
      case "list":
        return { type: "array", items: write(shape.element), ...listBounds(shape) };
      case "map":
        return { type: "object", additionalProperties: write(shape.value) };
      case "nullable":
        return { anyOf: [write(shape.value), { type: "null" }] };
      default:
        return scalarSchema(shape);
    }
  }

  return { write, named: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

type Write = (shape: Shape) => JsonSchema;

function recordSchema(shape: RecordShape, described: Described, write: Write): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const requiredKeys: string[] = [];
  const eitherOf: JsonSchema[] = [];
  for (const [name, field] of Object.entries(shape.fields)) {
    const [sent, ...alsoRead] = field.wireKeys;
    if (sent === undefined) {
      continue;
    }
    properties[sent] = { "x-name": name, ...fieldSchema(field, described.members.get(name), write) };
    for (const key of alsoRead) {
      const also =
        field.sends === "every" ? `Sent like \`${sent}\`; the first is read.` : `Read like \`${sent}\`, never sent.`;
      properties[key] = { description: also, ...write(field.shape) };
    }
    if (field.presence === "optional") {
      continue;
    }
    if (alsoRead.length === 0) {
      requiredKeys.push(sent);
    } else {
      eitherOf.push({ anyOf: field.wireKeys.map((key) => ({ required: [key] })) });
    }
  }
  for (const key of shape.ignored) {
    properties[key] = { description: "May be present, carries no meaning." };
  }
  return {
    type: "object",
    ...heading(described, shape.spec),
    properties,
    ...(requiredKeys.length > 0 ? { required: requiredKeys } : {}),
    ...(eitherOf.length > 0 ? { allOf: eitherOf } : {}),
  };
}

function fieldSchema(field: Field, sentence: string | undefined, write: Write): JsonSchema {
  const value = write(field.shape);
  return {
    ...(field.absentAs === undefined ? value : { anyOf: [value, { const: field.absentAs, description: "None." }] }),
    ...(sentence === undefined ? {} : { description: sentence }),
    ...(field.assumed === undefined ? {} : { default: field.assumed }),
  };
}

function rowSchema(shape: RowShape, described: Described, write: Write): JsonSchema {
  const positions: JsonSchema[] = Array.from({ length: shape.length }, (_, index) => ({
    description: "Carries no meaning.",
    examples: [shape.filler[index] ?? ""],
  }));
  for (const [name, position] of Object.entries(shape.fields)) {
    if (position.presence === "tag") {
      continue;
    }
    const value = write(position.shape);
    const filled = position.absentAs === undefined ? value : { anyOf: [value, { const: position.absentAs }] };
    positions[position.index] = { ...filled, description: described.members.get(name) ?? name };
  }
  return {
    type: "array",
    ...heading(described, shape.spec),
    prefixItems: positions,
    minItems: shape.length,
    maxItems: shape.length,
  };
}

function singleKeySchema(shape: SingleKeyShape, described: Described, write: Write): JsonSchema {
  return {
    type: "object",
    ...heading(described, shape.spec),
    oneOf: Object.entries(shape.entries).map(([name, entry]) => ({
      title: name,
      description: described.members.get(name) ?? name,
      required: [entry.wireKey],
      properties: { [entry.wireKey]: write(entry.shape) },
    })),
  };
}

function variantsSchema(shape: VariantsShape, described: Described, write: Write): JsonSchema {
  return {
    ...heading(described, undefined),
    oneOf: shape.alternatives.map((alternative) => ({
      allOf: [testSchema(alternative.when), write(alternative.shape)],
    })),
  };
}

function testSchema(when: VariantTest): JsonSchema {
  switch (when.test) {
    case "length":
      return { type: "array", minItems: when.length, maxItems: when.length };
    case "form":
      return { type: when.form === "text" ? "string" : when.form };
    case "keys":
      return {
        type: "object",
        ...(when.anyOf.length > 0 ? { anyOf: when.anyOf.map((key) => ({ required: [key] })) } : {}),
        ...(when.noneOf.length > 0 ? { not: { anyOf: when.noneOf.map((key) => ({ required: [key] })) } } : {}),
      };
  }
}

function enumerationSchema(shape: EnumerationShape, described: Described): JsonSchema {
  const members = Object.entries(shape.members).map(([wire, name]) => ({
    const: shape.wire === "integer" ? Number(wire) : wire,
    title: name,
    description: described.members.get(wire) ?? name,
  }));
  const others = shape.wire === "integer" ? integerSchema(undefined, undefined) : { type: "string" };
  return {
    ...heading(described, undefined),
    anyOf: shape.range === "closed" ? members : [...members, { ...others, title: "a value that no table lists" }],
  };
}

function enumerationName(shape: EnumerationShape): string {
  const range = shape.range === "closed" ? "Requested" : "";
  const wire = shape.wire === "text" ? "AsText" : "";
  return `${kebabToPascal(shape.name)}${range}${wire}`;
}

function heading(described: Described, spec: string | undefined): JsonSchema {
  return {
    ...(described.summary === "" ? {} : { description: described.summary }),
    ...(described.spec === undefined && spec === undefined ? {} : { "x-spec": described.spec ?? spec }),
  };
}

function listBounds(shape: { readonly min: number; readonly max: number | undefined }): JsonSchema {
  return {
    ...(shape.min > 0 ? { minItems: shape.min } : {}),
    ...(shape.max === undefined ? {} : { maxItems: shape.max }),
  };
}
