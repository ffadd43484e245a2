import { type BatchCommand, type BatchForm, batchCommand, batchForm, list } from "@depthwire/schema/internal";
import { decodeForm } from "../bytes/form.js";
import { defaultJsonLimits, type JsonLimits } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import { compileRecord } from "../record/compile.js";
import type { CompiledOperation } from "../rest/compile-operation.js";

const formCodec = /* @__PURE__ */ compileRecord(batchForm);
const commandsCodec = /* @__PURE__ */ compileRecord(list(batchCommand));

/**
 * Reads the form of a batch query. `verify` its signature over `batchQueryStringToSign(commands)` before the commands are looked at.
 *
 * @param body the form's exact text
 * @throws ProtocolError `message-shape`, `text-too-long`
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export function decodeBatchForm(body: string): BatchForm {
  return formCodec.decode(Object.fromEntries(decodeForm(body)));
}

/**
 * Reads the commands of a batch query. More or fewer than one are read too: refusing those has codes of its own.
 *
 * @throws ProtocolError `message-shape`, and those of `parseExact`
 * @spec document 2, Endpoints, Coin-margined batch query; document 2, Errors
 */
export function decodeBatchCommands(commands: string, limits: JsonLimits = defaultJsonLimits): readonly BatchCommand[] {
  return commandsCodec.decode(parseExact(commands, limits));
}

/**
 * Decodes the parameters of one command.
 *
 * @throws ProtocolError `message-shape` and other codes of the codec
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export function decodeBatchParams<Params, Result>(
  { params }: CompiledOperation<Params, Result>,
  command: BatchCommand,
): Params {
  return params.decode(command.body, "body");
}
