import { batchQueryStringToSign, Credential, DepthwireError, type HttpRequest, verify } from "@depthwire/core";
import {
  type CompiledOperation,
  checkParams,
  compileOperation,
  createHmacMd5,
  decodeBatchCommands,
  decodeBatchForm,
  decodeBatchParams,
  decodeRequest,
  decodeRequestSignature,
  decodeResponse,
  encodeBatchRequest,
  encodePublicRequest,
  encodeRefusal,
  encodeResponse,
  encodeSignedRequest,
  verifyRequest,
} from "@depthwire/core/internal";
import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { Decoding, OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import { describe, expect, test } from "vitest";
import { loadOperationVectors } from "./load-vectors.js";
import type { OperationVector } from "./protocol-vector-types.js";

type Something = NonNullable<unknown>;
type Compiled = CompiledOperation<Something, Something>;

const utf8 = new TextEncoder();
const { signing, cases, tolerated, failures } = loadOperationVectors();
const { apiKey, apiSecret, timestampMs, serviceName, commandIndex } = signing;
const credential = new Credential({ apiKey, apiSecret });
const secret = createHmacMd5(utf8.encode(apiSecret));
const operations = compileAll();

function compileAll(): ReadonlyMap<string, Compiled> {
  const families: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { usdt, coin, spot, wallet };
  const found = new Map<string, Compiled>();
  for (const [family, module] of Object.entries(families)) {
    for (const operation of Object.values(module).filter(isOperation)) {
      const typed: OperationOf<Decoding<RecordShape, Something>, Decoding<Shape, Something>> = operation;
      found.set(`${family}.${operation.name}`, compileOperation(typed));
    }
  }
  return found;
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}

function compiledOf(name: string): Compiled {
  const compiled = operations.get(name);
  if (compiled === undefined) {
    throw new Error(`the schema has no ${name}`);
  }
  return compiled;
}

function encodeRequest(compiled: Compiled, params: Something): HttpRequest {
  switch (compiled.operation.auth) {
    case "none":
      return encodePublicRequest(compiled, params);
    case "signed-headers":
      return encodeSignedRequest(compiled, params, { credential, timestampMs, serviceName });
    case "signed-form":
      return encodeBatchRequest(compiled, params, credential, commandIndex);
  }
}

/** The server's half: whose request it is, that it is theirs, what it asks for. */
function receiveRequest(compiled: Compiled, request: OperationVector["request"]): unknown {
  const { query = "", body = "" } = request;
  if (compiled.operation.auth === "signed-form") {
    const form = decodeBatchForm(body);
    expect(form.apiKey).toBe(apiKey);
    expect(verify(secret, batchQueryStringToSign(form.commands), form.signature)).toBe(true);
    const [command, ...others] = decodeBatchCommands(form.commands);
    expect(others).toEqual([]);
    expect(command).toMatchObject({ command: compiled.operation.command, index: commandIndex });
    return command && decodeBatchParams(compiled, command);
  }
  const received = { query, body, header: (name: string): string | undefined => request.headers[name] };
  if (compiled.operation.auth === "signed-headers") {
    const signature = decodeRequestSignature(received, serviceName);
    expect(signature).toMatchObject({ apiKey, timestampMs });
    expect(verifyRequest(secret, signature)).toBe(true);
    const forged = { ...received, body: `${body} ` };
    expect(verifyRequest(secret, decodeRequestSignature(forged, serviceName))).toBe(false);
  }
  return decodeRequest(compiled, received);
}

describe("operations of both documents", () => {
  test("every operation has a vector", () => {
    expect(new Set(cases.map(({ operation }) => operation))).toEqual(new Set(operations.keys()));
  });

  test.each(cases.map((vector) => [vector.id, vector] as const))("vector %s", (_id, vector) => {
    const compiled = compiledOf(vector.operation);
    const { method, path, query, headers, body } = vector.request;
    expect(compiled.operation.alsoAt).toEqual(vector.alsoAt ?? []);
    expect(() => checkParams(compiled, vector.params)).not.toThrow();
    expect(encodeRequest(compiled, vector.params)).toEqual({
      method,
      target: query === undefined ? path : `${path}?${query}`,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(receiveRequest(compiled, vector.request)).toEqual(vector.params);

    const isBatch = compiled.operation.auth === "signed-form";
    const index = isBatch ? commandIndex : undefined;
    const answer = { status: 200, body: utf8.encode(vector.responseBody) };
    expect(decodeResponse(compiled, answer, index)).toEqual(vector.result);
    if (vector.result !== undefined) {
      const sent = vector.responseSent ?? vector.responseBody;
      expect(encodeResponse(compiled, vector.result, index)).toBe(sent);
    }
  });
});

describe("bodies of other forms", () => {
  test.each(tolerated.map((vector) => [vector.id, vector] as const))("vector %s", (_id, vector) => {
    const received = { query: "", header: () => undefined, body: vector.body };
    expect(decodeRequest(compiledOf(vector.operation), received)).toEqual(vector.params);
  });
});

describe("answers that are failures", () => {
  test.each(failures.map((vector) => [vector.id, vector] as const))("vector %s", (_id, vector) => {
    const compiled = compiledOf(vector.operation);
    const index = compiled.operation.auth === "signed-form" ? commandIndex : undefined;
    const thrown = outcomeOf(() =>
      decodeResponse(compiled, { status: vector.status, body: utf8.encode(vector.body) }, index),
    );
    const { error } = vector;
    const about = { operation: compiled.operation.name };
    switch (error.code) {
      case "venue-refused": {
        const { venueCode, message } = error;
        expect(thrown).toMatchObject({ code: error.code, venueCode, details: { ...about, published: message } });
        if (vector.sent) {
          expect(encodeRefusal(compiled.operation, venueCode, message)).toBe(vector.body);
        }
        break;
      }
      case "response-not-json":
        expect(thrown).toMatchObject({
          code: error.code,
          details: { ...about, found: error.found, status: vector.status },
        });
        break;
      case "response-shape":
        expect(thrown).toMatchObject({ code: error.code, details: { ...about, status: vector.status } });
        break;
    }
  });
});

function outcomeOf(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (thrown) {
    if (thrown instanceof DepthwireError) {
      return thrown;
    }
    throw thrown;
  }
}
