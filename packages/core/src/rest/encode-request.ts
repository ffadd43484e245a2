import type { InputOf } from "@depthwire/schema";
import { batchCommand, jsonContentType, signedHeaders } from "@depthwire/schema/internal";
import { encodeForm } from "../bytes/form.js";
import { ValidationError } from "../error/validation-error.js";
import { type JsonWritable, writeOrdered } from "../json/write-ordered.js";
import type { HttpRequest } from "../ports/http-client.js";
import type { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { headerStringToSign } from "../signing/string-to-sign.js";
import type { CompiledOperation } from "./compile-operation.js";

/** What signs a request. */
export interface RequestSigning {
  readonly credential: Credential;
  /** The venue's time as far as the client knows it, in epoch milliseconds. */
  readonly timestampMs: number;
  /** The deployment's service name: it is in the names of the headers. */
  readonly serviceName: string;
}

/**
 * Writes the request of a public operation: parameters in the query, no header.
 *
 * @throws ValidationError `value-invalid` when a parameter does not fit; `option-invalid` when the operation is not public
 * @spec document 1, Endpoints; document 2, Endpoints
 */
export function encodePublicRequest<Params, Result>(
  { operation, params: codec }: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
): HttpRequest {
  if (operation.auth !== "none") {
    throw new ValidationError("option-invalid", { option: "operation", rule: "one that needs no signature" });
  }
  const command: [string, string][] = operation.command === undefined ? [] : [[commandKey, operation.command]];
  const query = encodeForm([...command, ...Object.entries(codec.encode(params) ?? {}).map(queryField)]);
  return {
    method: operation.method,
    target: query === "" ? operation.path : `${operation.path}?${query}`,
    headers: {},
  };
}

/** The query key of a command is that of a batch command. */
const commandKey = batchCommand.fields.command.wireKeys[0] as string;

function queryField([name, value]: [string, JsonWritable]): [string, string] {
  return [name, typeof value === "string" ? value : writeOrdered(value)];
}

/**
 * Writes the request of a header-signed operation. The body's text is written once: what is signed is what is sent.
 *
 * @throws ValidationError `value-invalid` when a parameter does not fit; `option-invalid` when the operation is not header-signed
 * @spec document 1, Authentication; field note 1
 */
export function encodeSignedRequest<Params, Result>(
  { operation, params: codec }: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
  signing: RequestSigning,
): HttpRequest {
  if (operation.auth !== "signed-headers") {
    throw new ValidationError("option-invalid", { option: "operation", rule: "one that is signed by headers" });
  }
  const body = writeOrdered(codec.encode(params));
  const { credential, timestampMs, serviceName } = signing;
  return {
    method: operation.method,
    target: operation.path,
    headers: {
      [signedHeaders.contentType]: jsonContentType,
      [headerName(signedHeaders.apiKey, serviceName)]: credential.revealApiKey(),
      [headerName(signedHeaders.timestamp, serviceName)]: String(timestampMs),
      [headerName(signedHeaders.signature, serviceName)]: sign(credential, headerStringToSign(timestampMs, body)),
    },
    body,
  };
}

/** The name of a header under a deployment's service name. */
export function headerName(template: string, serviceName: string): string {
  return template.replace("{serviceName}", () => serviceName);
}
