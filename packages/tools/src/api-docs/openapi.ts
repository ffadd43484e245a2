import { defaultServiceName } from "@depthwire/schema";
import { addressRoles, batchForm, signedHeaders } from "@depthwire/schema/internal";
import { answerSchema, commandFormSchema, isEmpty } from "./envelope-schema.js";
import { createSchemaWriter, type SchemaWriter } from "./json-schema.js";
import { kebabToCamel } from "./names.js";
import { allOperations, type FamilyOperation, families, familySentences } from "./operations.js";
import type { JsonSchema } from "./scalar-schema.js";
import type { Sentences } from "./sentences.js";

const componentPrefix = "#/components/schemas/";

/** The REST interface of both documents as OpenAPI 3.1. */
export function openApiDocument(sentences: Sentences, version: string): JsonSchema {
  const writer = createSchemaWriter(sentences, componentPrefix);
  const paths = pathItems(writer, sentences);
  return {
    openapi: "3.1.0",
    info: {
      title: "Depthwire: REST interface of the venue",
      version,
      description: "Generated from the descriptors of @depthwire/schema by packages/tools/src/api-docs. Do not edit.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [server("rest", "{base_url}")],
    tags: families.map((name) => ({ name, description: familySentences[name] })),
    paths,
    components: {
      schemas: writer.named(),
      securitySchemes: securitySchemes(),
    },
  };
}

/** Operations at one path and method; the older interface has four commands at one. */
interface Endpoint {
  readonly path: string;
  readonly method: "get" | "post";
  readonly members: FamilyOperation[];
}

function pathItems(writer: SchemaWriter, sentences: Sentences): JsonSchema {
  const endpoints = new Map<string, Endpoint>();
  for (const member of allOperations()) {
    const { path, alsoAt, method } = member.operation;
    for (const place of [path, ...alsoAt]) {
      const key = `${method} ${place}`;
      const endpoint = endpoints.get(key) ?? { path: place, method: method === "GET" ? "get" : "post", members: [] };
      endpoint.members.push(member);
      endpoints.set(key, endpoint);
    }
  }
  const items: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints.values()) {
    const item = items[endpoint.path] ?? {};
    item[endpoint.method] = operationObject(endpoint, writer, sentences);
    items[endpoint.path] = item;
  }
  return items;
}

function operationObject(endpoint: Endpoint, writer: SchemaWriter, sentences: Sentences): JsonSchema {
  const { members } = endpoint;
  const [first] = members;
  if (first === undefined) {
    throw new Error(`no operation at ${endpoint.path}`);
  }
  const { operation } = first;
  const answers = members.map((member) => answerSchema(member.operation, writer));
  const codes = [...new Set(members.flatMap((member) => member.operation.codes))].toSorted((a, b) => a - b);
  return {
    operationId: operationId(endpoint, first),
    tags: [first.family],
    summary: members.map((member) => summary(member, sentences)).join(" "),
    ...(operation.base === "rest"
      ? {}
      : { servers: [server(operation.base, addressRoles[operation.base].placeholder)] }),
    ...(operation.paramsPlace === "query" ? { parameters: queryParameters(members, writer, sentences) } : {}),
    ...(operation.paramsPlace === "query" ? {} : { requestBody: requestBody(members, writer) }),
    responses: {
      "200": {
        description: "The result, or a failure.",
        content: { "application/json": { schema: answers.length === 1 ? answers[0] : { anyOf: answers } } },
      },
    },
    security: operation.auth === "signed-headers" ? [{ apiKey: [], timestamp: [], signature: [] }] : [],
    "x-codes": codes,
    "x-spec": [...new Set(members.map((member) => member.operation.spec))].join("; "),
    "x-operations": members.map((member) => ({
      name: `${member.family}.${member.operation.name}`,
      ...(member.operation.command === undefined ? {} : { command: member.operation.command }),
      permission: member.operation.permission,
      repeat: member.operation.repeat,
    })),
  };
}

function operationId(endpoint: Endpoint, { family, operation }: FamilyOperation): string {
  if (operation.command !== undefined) {
    return `${family}-${endpoint.method === "get" ? "reference" : "query"}`;
  }
  const again = operation.alsoAt.indexOf(endpoint.path);
  return again < 0 ? `${family}-${operation.name}` : `${family}-${operation.name}-${again + 2}`;
}

function summary({ family, operation }: FamilyOperation, sentences: Sentences): string {
  const sentence = sentences.get(`${family}.${operation.name}`)?.summary ?? "";
  return operation.command === undefined ? sentence : `${operation.command}: ${sentence}`;
}

function queryParameters(members: readonly FamilyOperation[], writer: SchemaWriter, sentences: Sentences) {
  const commands = members.flatMap(({ operation }) => (operation.command === undefined ? [] : [operation.command]));
  const selector = {
    name: "cmd",
    in: "query",
    required: true,
    description: "Which records to return.",
    schema: { enum: commands },
  };
  const parameters = members.flatMap(({ operation }) =>
    Object.entries(operation.params.fields).flatMap(([name, field]) => {
      const [key] = field.wireKeys;
      if (key === undefined) {
        return [];
      }
      const sentence = sentences.get(kebabToCamel(operation.params.name))?.members.get(name);
      return [
        {
          name: key,
          in: "query",
          required: field.presence === "required",
          ...(sentence === undefined ? {} : { description: sentence }),
          schema: { ...writer.write(field.shape), ...(field.assumed === undefined ? {} : { default: field.assumed }) },
        },
      ];
    }),
  );
  return commands.length > 0 ? [selector, ...parameters] : parameters;
}

function requestBody(members: readonly FamilyOperation[], writer: SchemaWriter): JsonSchema {
  const [first] = members;
  if (first?.operation.paramsPlace === "form-command") {
    const form = writer.write(batchForm);
    const forms = members.map(({ operation }) =>
      commandFormSchema(form, operation.command ?? "", writer.write(operation.params)),
    );
    // To a validator `cmds` is a text like any other, so that each form fits all of these.
    return { required: true, content: { "application/x-www-form-urlencoded": { schema: { anyOf: forms } } } };
  }
  const params = first?.operation.params;
  const schema = params === undefined || isEmpty(params) ? { type: "object" } : writer.write(params);
  return { required: true, content: { "application/json": { schema } } };
}

function server(role: keyof typeof addressRoles, placeholder: string): JsonSchema {
  const name = placeholder.replace(/[{}]/g, "");
  return {
    url: placeholder,
    description: `Address of the role \`${role}\`.`,
    variables: { [name]: { default: "http://127.0.0.1:8090", description: "By default a sandbox on this computer." } },
  };
}

function securitySchemes(): JsonSchema {
  const header = (template: string, description: string) => ({
    type: "apiKey",
    in: "header",
    name: template.replace("{serviceName}", defaultServiceName),
    description,
  });
  return {
    apiKey: header(signedHeaders.apiKey, "The API key. The prefix is the deployment's service name."),
    timestamp: header(signedHeaders.timestamp, "Time of signing in epoch milliseconds."),
    signature: header(
      signedHeaders.signature,
      "Lower-case hexadecimal HMAC-MD5, keyed with the API secret, of the timestamp's text followed by the exact body.",
    ),
  };
}
