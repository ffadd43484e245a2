import type { Operation } from "@depthwire/schema";
import { type Envelope, envelopes, failure, legacyFailure, type RecordShape } from "@depthwire/schema/internal";
import type { SchemaWriter } from "./json-schema.js";
import type { JsonSchema } from "./scalar-schema.js";

/** Schema of a whole answer, success or failure. */
export function answerSchema(operation: Operation, writer: SchemaWriter): JsonSchema {
  const envelope: Envelope = envelopes[operation.envelope];
  return { oneOf: [successSchema(operation, envelope, writer), failureSchema(envelope, writer)] };
}

function failureSchema(envelope: Envelope, writer: SchemaWriter): JsonSchema {
  if (envelope.failure === "error-object") {
    return writer.write(legacyFailure);
  }
  const notSuccess = { properties: { state: { not: { const: 0 } } } };
  return { allOf: [writer.write(failure), notSuccess] };
}

function successSchema(operation: Operation, envelope: Envelope, writer: SchemaWriter): JsonSchema {
  const around = envelopeProperties(operation, envelope);
  switch (envelope.result) {
    case "whole-body":
      return writer.write(operation.result);
    case "none":
      return objectOf(around, ["state"]);
    case "under-result":
      return objectOf({ ...around, result: writer.write(operation.result) }, [...always(envelope), "result"]);
    case "beside-state":
      return { allOf: [objectOf(around, always(envelope)), writer.write(operation.result)] };
  }
}

function always(envelope: Envelope): readonly string[] {
  return envelope.state === "always" ? ["state"] : [];
}

function envelopeProperties(operation: Operation, envelope: Envelope): Record<string, JsonSchema> {
  return {
    ...(envelope.state === "always" ? { state: { const: 0, description: "Success." } } : {}),
    ...(envelope.command ? { cmd: { type: "string", description: "Echo of the operation; may be ignored." } } : {}),
    ...(envelope.index ? { index: { type: "integer", description: "Echo of the command's index." } } : {}),
    ...(envelope.version === undefined ? {} : { ver: { const: envelope.version } }),
    ...(operation.command !== undefined && envelope.index ? { cmd: { const: operation.command } } : {}),
  };
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

/** Schema of a form whose one field `cmds` is the JSON text of a command. */
export function commandFormSchema(form: JsonSchema, command: string, body: JsonSchema): JsonSchema {
  return {
    allOf: [form],
    properties: {
      cmds: {
        type: "string",
        contentMediaType: "application/json",
        contentSchema: {
          type: "array",
          minItems: 1,
          maxItems: 1,
          items: {
            type: "object",
            properties: { cmd: { const: command }, body, index: { type: "integer" } },
            required: ["cmd", "body", "index"],
          },
        },
      },
    },
  };
}

/** Whether a table has no keys at all. */
export function isEmpty(shape: RecordShape): boolean {
  return Object.keys(shape.fields).length === 0;
}
