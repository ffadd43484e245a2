import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBatchCommands, decodeBatchForm, decodeBatchParams } from "../batch-query/decode-request.js";
import { encodeBatchRequest } from "../batch-query/encode-request.js";
import { encodeUtf8 } from "../bytes/utf8.js";
import { createSecretHmac } from "../digest/hmac-md5.js";
import { DepthwireError } from "../error/depthwire-error.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { HttpRequest } from "../ports/http-client.js";
import { Credential } from "../signing/credential.js";
import { batchQueryStringToSign } from "../signing/string-to-sign.js";
import { verify } from "../signing/verify.js";
import { compileOperation } from "./compile-operation.js";
import { decodeRequest, decodeRequestSignature, type ReceivedRequest, verifyRequest } from "./decode-request.js";
import { decodeResponse } from "./decode-response.js";
import { encodePublicRequest, encodeSignedRequest } from "./encode-request.js";
import { encodeResponse } from "./encode-response.js";

type AnyOperation = OperationOf<RecordShape, Shape>;

const operations = Object.entries({ usdt, coin, spot, wallet }).flatMap(([family, exports]) =>
  Object.values<unknown>(exports).flatMap((value) =>
    isOperation(value) ? [{ label: `${family}.${value.name}`, operation: value }] : [],
  ),
);

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === "object" && value !== null && (value as Partial<Operation>).kind === "operation";
}

const apiSecret = "c708ac3e70d115ec29efbee197330627d7edf842";
const credential = new Credential({ apiKey: "key", apiSecret });
const secret = createSecretHmac(apiSecret);

/** What a server sees of a request. */
function received({ target, headers, body = "" }: HttpRequest): ReceivedRequest {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { query: target.split("?")[1] ?? "", header: (name) => lower.get(name), body };
}

describe.each(operations)("$label", ({ operation }) => {
  const compiled = compileOperation(operation);

  it("sends parameters that the server decodes to the same, and what is signed is what is sent", () => {
    fc.assert(
      fc.property(decodedValue(operation.params), fc.nat(), (params, timestampMs) => {
        let request: HttpRequest;
        let decoded: unknown;
        if (operation.auth === "none") {
          request = encodePublicRequest(compiled, params);
          decoded = decodeRequest(compiled, received(request));
        } else if (operation.auth === "signed-headers") {
          request = encodeSignedRequest(compiled, params, { credential, timestampMs, serviceName: "svc" });
          const signature = decodeRequestSignature(received(request), "svc");
          expect(signature).toMatchObject({ apiKey: "key", timestampMs });
          expect(verifyRequest(secret, signature)).toBe(true);
          expect(verifyRequest(createSecretHmac("other"), signature)).toBe(false);
          decoded = decodeRequest(compiled, received(request));
        } else {
          request = encodeBatchRequest(compiled, params, credential, timestampMs);
          const form = decodeBatchForm(request.body ?? "");
          expect(verify(secret, batchQueryStringToSign(form.commands), form.signature)).toBe(true);
          const [command] = decodeBatchCommands(form.commands);
          expect(command).toMatchObject({ command: operation.command, index: timestampMs });
          decoded = command === undefined ? undefined : decodeBatchParams(compiled, command);
        }
        expect(decoded).toEqual(params);
        expect([request.method, request.target.split("?")[0]]).toEqual([operation.method, operation.path]);
      }),
      { numRuns: 25 },
    );
  });

  it("answers a result that the client decodes to the same", () => {
    fc.assert(
      fc.property(decodedValue(operation.result), fc.nat(), (result, index) => {
        const body = encodeUtf8(encodeResponse(compiled, result, index));
        const commandIndex = operation.envelope === "batch" ? index : undefined;
        expect(decodeResponse(compiled, { status: 200, body }, commandIndex)).toEqual(result);
      }),
      { numRuns: 25 },
    );
  });

  it("ends every answer in the result or in one typed error", () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
      fc
        .record(
          { state: fc.anything(), result: fc.jsonValue(), msg: fc.jsonValue(), error: fc.jsonValue() },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(anyText, fc.constantFrom(200, 204, 302, 404, 500, 503), (text, status) => {
        try {
          decodeResponse(compiled, { status, body: encodeUtf8(text) });
        } catch (error) {
          expect(error).toBeInstanceOf(DepthwireError);
          const isAmbiguous = (error as DepthwireError).ambiguous;
          expect(isAmbiguous && operation.repeat !== "never").toBe(false);
          expect(error instanceof ProtocolError && operation.repeat === "never" && !isAmbiguous).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });
});

it("there are operations of every scheme", () => {
  expect(new Set(operations.map(({ operation }) => operation.auth)).size).toBe(3);
});
