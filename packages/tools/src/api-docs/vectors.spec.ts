import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadOperationVectors, loadRecordVectors } from "@depthwire/testkit";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { kebabToPascal } from "./names.js";

/** The published documents as they are checked in, against JSON that an independent generator wrote. */
const openapi = published("openapi");
const asyncapi = published("asyncapi");
const openapiSchemas = new Ajv2020({ strict: false, validateFormats: false });
openapiSchemas.addSchema({ $id: "api", ...openapi });
const asyncapiSchemas = new Ajv({ strict: false, validateFormats: false });
asyncapiSchemas.addSchema({ $id: "api", ...asyncapi });

const compiled = new Map<Ajv | Ajv2020, Map<string, Validate>>([
  [openapiSchemas, new Map()],
  [asyncapiSchemas, new Map()],
]);

/** Names for code alone: texts to sign are not messages, and the envelope of answers is published with each operation. */
const unpublished = new Set(["prefix-login-signed", "channel-login-signed", "answer", "batch-command", "nothing"]);

/** Read in another order of names, and the same JSON. */
const publishedAs: Readonly<Record<string, string>> = { "usd-first-ticker-row": "ticker-row" };

type Validate = ReturnType<Ajv["compile"]>;

function published(name: string): Record<string, unknown> {
  const file = fileURLToPath(new URL(`../../../../docs/api/${name}.json`, import.meta.url));
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
}

function validators(descriptor: string): Validate[] {
  const name = kebabToPascal(publishedAs[descriptor] ?? descriptor);
  const $ref = `api#/components/schemas/${name}`;
  return [
    ...(name in schemasOf(openapi) ? [compiledOnce(openapiSchemas, $ref)] : []),
    ...(name in schemasOf(asyncapi) ? [compiledOnce(asyncapiSchemas, $ref)] : []),
  ];
}

function compiledOnce(ajv: Ajv | Ajv2020, $ref: string): Validate {
  const valid = compiled.get(ajv)?.get($ref) ?? ajv.compile({ $ref });
  compiled.get(ajv)?.set($ref, valid);
  return valid;
}

function schemasOf(document: Record<string, unknown>): object {
  return (document["components"] as { readonly schemas: object }).schemas;
}

describe("records", () => {
  const vectors = loadRecordVectors().filter(({ descriptor }) => !unpublished.has(descriptor));
  const cases = vectors.map((vector) => [vector.id, vector] as const);

  it.each(cases)("the published schema takes %s", (_id, { descriptor, wire, sent = wire, tolerated = false }) => {
    const found = validators(descriptor);
    expect(found).not.toEqual([]);
    for (const valid of found) {
      expect(valid(JSON.parse(sent)), JSON.stringify(valid.errors)).toBe(true);
      // The schemas describe what is sent; forms that are only read stay out of them.
      if (!tolerated) {
        expect(valid(JSON.parse(wire)), JSON.stringify(valid.errors)).toBe(true);
      }
    }
  });
});

describe("operations", () => {
  const { cases, failures } = loadOperationVectors();
  const places = new Map(cases.map(({ operation, request }) => [operation, request]));

  it.each(cases.map((vector) => [vector.id, vector] as const))("the published schemas take %s", (_id, vector) => {
    const { request, paramsWire, result, responseBody, responseSent = responseBody } = vector;
    const answer = validatorAt(request, "responses/200/content/application~1json/schema");
    // An ignored result may be missing, and is always sent.
    expect(answer(JSON.parse(responseSent)), JSON.stringify(answer.errors)).toBe(result !== undefined);
    if (request.headers["content-type"] === "application/json") {
      const body = validatorAt(request, "requestBody/content/application~1json/schema");
      expect(body(JSON.parse(paramsWire)), JSON.stringify(body.errors)).toBe(true);
    } else if (request.body !== undefined) {
      const form = Object.fromEntries(new URLSearchParams(request.body));
      const body = validatorAt(request, "requestBody/content/application~1x-www-form-urlencoded/schema");
      expect(body(form), JSON.stringify(body.errors)).toBe(true);
    }
  });

  const refusals = failures.filter(({ sent }) => sent).map((vector) => [vector.id, vector] as const);
  it.each(refusals)("the published schemas take %s", (_id, { operation, body }) => {
    const request = places.get(operation);
    if (request === undefined) {
      throw new Error(`no vector of ${operation}`);
    }
    const answer = validatorAt(request, "responses/200/content/application~1json/schema");
    expect(answer(JSON.parse(body)), JSON.stringify(answer.errors)).toBe(true);
  });
});

function validatorAt(request: { readonly method: string; readonly path: string }, rest: string): Validate {
  const path = request.path.replaceAll("/", "~1");
  const $ref = `api#/paths/${path}/${request.method.toLowerCase()}/${rest}`;
  return compiledOnce(openapiSchemas, $ref);
}
