import { loadOperationVectors, type OperationVector } from "@depthwire/testkit";
import type { JsonSchema } from "./scalar-schema.js";

/** Methods of path items. */
const methods = ["get", "post"] as const;

interface Named {
  readonly name: string;
}

/** One operation of an OpenAPI document, as far as it is looked at here. */
type OperationObject = JsonSchema & {
  readonly parameters?: readonly (JsonSchema & Named)[];
  readonly requestBody?: JsonSchema & { readonly content: Readonly<Record<string, JsonSchema>> };
  readonly responses: Readonly<Record<string, JsonSchema & { readonly content: Readonly<Record<string, JsonSchema>> }>>;
  readonly "x-operations": readonly Named[];
};

/**
 * The venue's interface as the local accelerator offers it: unsigned, all at one address, each operation with an example that an independent generator
 * wrote.
 *
 * @param venue the document of the venue itself
 */
export function localOpenApiDocument(venue: JsonSchema): JsonSchema {
  const examples = examplesByOperation();
  const { openapi, info, tags, paths, components } = venue as Record<string, JsonSchema>;
  const local = Object.entries(paths as Record<string, Record<string, OperationObject>>).map(([path, item]) => {
    const found = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, localOperation(operation, examples)]];
    });
    return [path, Object.fromEntries(found)];
  });
  const { securitySchemes: __, ...kept } = components as Record<string, JsonSchema>;
  return { openapi, info, tags, paths: Object.fromEntries(local), components: kept };
}

/** The first vector of each operation. */
function examplesByOperation(): ReadonlyMap<string, OperationVector> {
  const found = new Map<string, OperationVector>();
  for (const vector of loadOperationVectors().cases) {
    if (!found.has(vector.operation)) {
      found.set(vector.operation, vector);
    }
  }
  return found;
}

/** Numbers that JavaScript does not hold, in JSON. */
const longInteger = /(?<=[:[,])\s*(-?[0-9]{16,})(?=\s*[,}\]])/g;

/** Reads JSON; a number that JavaScript does not hold becomes text that {@link writeExact} writes as the number that it was. */
function readExact(text: string): unknown {
  return JSON.parse(text.replace(longInteger, '"exact:$1"'));
}

/** Writes the numbers that {@link localOpenApiDocument} could not hold. */
export function writeExact(json: string): string {
  return json.replace(/"exact:(-?[0-9]+)"/g, "$1");
}

function localOperation(operation: OperationObject, examples: ReadonlyMap<string, OperationVector>): JsonSchema {
  const { security: _, servers: __, ...rest } = operation as OperationObject & Record<string, JsonSchema>;
  const vectors = operation["x-operations"].flatMap(({ name }) => examples.get(name) ?? []);
  const [first] = vectors;
  const { requestBody, parameters, responses } = operation;
  return {
    ...rest,
    ...(parameters === undefined ? {} : { parameters: parameters.map((one) => withQueryExample(one, first)) }),
    ...(requestBody === undefined ? {} : { requestBody: withExamples(requestBody, vectors, requestOf) }),
    responses: { ...responses, "200": withExamples(responses["200"] ?? { content: {} }, vectors, responseOf) },
  };
}

function requestOf({ request, paramsWire }: OperationVector): unknown {
  const cmds = new URLSearchParams(request.body ?? "").get("cmds");
  return cmds === null ? readExact(paramsWire) : { cmds };
}

function responseOf({ responseBody }: OperationVector): unknown {
  return readExact(responseBody);
}

/** A form without key and signature: what comes of them is not looked at. */
function unsigned(schema: unknown): unknown {
  const { anyOf } = schema as { readonly anyOf?: readonly { readonly properties?: object }[] };
  return anyOf?.every(({ properties = {} }) => "cmds" in properties) === true
    ? { anyOf: anyOf.map(({ properties }) => ({ type: "object", properties, required: ["cmds"] })) }
    : schema;
}

function withExamples(
  holder: JsonSchema & { readonly content?: Readonly<Record<string, JsonSchema>> },
  vectors: readonly OperationVector[],
  read: (vector: OperationVector) => unknown,
): JsonSchema {
  const examples = Object.fromEntries(vectors.map((vector) => [vector.operation, { value: read(vector) }]));
  const content = Object.entries(holder.content ?? {}).map(([type, media]) => [
    type,
    { ...media, schema: unsigned(media["schema"]), examples },
  ]);
  return { ...holder, content: Object.fromEntries(content) };
}

function withQueryExample(parameter: JsonSchema & Named, vector: OperationVector | undefined): JsonSchema {
  const example = new URLSearchParams(vector?.request.query ?? "").get(parameter.name);
  return example === null ? parameter : { ...parameter, example };
}
