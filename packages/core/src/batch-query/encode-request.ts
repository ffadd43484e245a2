import type { InputOf } from "@depthwire/schema";
import { batchCommands, batchForm, formContentType, signedHeaders } from "@depthwire/schema/internal";
import { encodeForm } from "../bytes/form.js";
import { ValidationError } from "../error/validation-error.js";
import { writeOrdered } from "../json/write-ordered.js";
import type { HttpRequest } from "../ports/http-client.js";
import { compileRecord } from "../record/compile.js";
import type { CompiledOperation } from "../rest/compile-operation.js";
import type { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { batchQueryStringToSign } from "../signing/string-to-sign.js";

const commandsCodec = /* @__PURE__ */ compileRecord(batchCommands);
const formCodec = /* @__PURE__ */ compileRecord(batchForm);

/**
 * Writes the form of a batch query with its one command. The text of `cmds` is written once: what is signed is what is sent.
 * The form is a secret: it has no timestamp, so anyone who reads it can send it again.
 *
 * @param index comes back with the answer
 * @throws ValidationError `value-invalid` when a parameter does not fit; `option-invalid` when the operation is not a batch query
 * @spec document 2, Endpoints, Coin-margined batch query; document 2, Authentication
 */
export function encodeBatchRequest<Params, Result>(
  { operation, params: codec }: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
  credential: Credential,
  index: number,
): HttpRequest {
  const { command } = operation;
  if (operation.auth !== "signed-form" || command === undefined) {
    throw new ValidationError("option-invalid", { option: "operation", rule: "one of the batch query" });
  }
  const body = codec.encode(params) ?? {};
  const commands = writeOrdered(commandsCodec.encode([{ command, body, index }]));
  const form = formCodec.encode({
    commands,
    apiKey: credential.revealApiKey(),
    signature: sign(credential, batchQueryStringToSign(commands)),
  });
  return {
    method: operation.method,
    target: operation.path,
    headers: { [signedHeaders.contentType]: formContentType },
    body: encodeForm(Object.entries(form as Readonly<Record<string, string>>)),
  };
}
