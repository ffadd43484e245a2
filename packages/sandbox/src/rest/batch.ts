import { batchQueryStringToSign } from "@depthwire/core";
import { decodeBatchCommands, decodeForm, decodeUtf8, parseExact } from "@depthwire/core/internal";
import type { VenueCode } from "@depthwire/schema";
import { batchCommand, batchForm } from "@depthwire/schema/internal";
import { type Refusal, refused } from "./handler.js";
import type { Received } from "./received.js";
import type { RestServices } from "./rest-services.js";
import type { Sender } from "./sender.js";
import { findMissing, findWrongForm, type WireForms } from "./wire-form.js";

/**
 * What a batch with more than one command is refused with. The documents name three codes and say nothing of when: it goes by
 * how many there are.
 *
 * @spec document 1, Errors; document 2, Limits, commands per request
 */
export const batchRefusals: readonly { readonly above: number; readonly code: VenueCode }[] = [
  { above: 100, code: 3035 },
  { above: 10, code: 3034 },
  { above: 1, code: 3033 },
];

/** The fields of a batch form as they came; empty where there is none. */
export interface BatchFields {
  readonly commands: string;
  readonly apiKey: string;
  readonly signature: string;
}

/** One command of a batch, not yet decoded. */
export interface ReceivedCommand {
  readonly command: string;
  readonly params: unknown;
  readonly index: number;
}

/** Reads the form of a batch query. @throws ProtocolError when it is not one */
export function readBatchForm({ body }: Received): BatchFields {
  const fields = decodeForm(decodeUtf8(body, 0, body.length));
  const read = (name: keyof typeof batchForm.fields): string => {
    return fields.get(batchForm.fields[name].wireKeys[0] ?? "") ?? "";
  };
  return { commands: read("commands"), apiKey: read("apiKey"), signature: read("signature") };
}

/**
 * Checks the signature of a batch over the text of its commands. It has no timestamp: it is good for ever.
 *
 * @spec document 2, Authentication
 */
export function authenticateBatch(form: BatchFields, request: Received, { keys }: RestServices): Sender | Refusal {
  const { commands, apiKey, signature } = form;
  if (commands === "") {
    return refused(3002);
  }
  const signed = [batchQueryStringToSign(commands)];
  const verdict = keys.authenticate({ apiKey, signature, signed, address: request.address, permission: "read" });
  if ("refused" in verdict) {
    return refused(verdict.refused);
  }
  return { account: verdict.userId, apiKey, signature, signedAtMs: undefined };
}

/**
 * The one command of a batch.
 *
 * @throws ProtocolError when the text is not JSON, or its command cannot be decoded
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export function readBatchCommand({ commands }: BatchFields, forms: WireForms): ReceivedCommand | Refusal {
  const wire = parseExact(commands);
  if (!Array.isArray(wire)) {
    return refused(3000);
  }
  const tooMany = batchRefusals.find(({ above }) => wire.length > above);
  if (tooMany !== undefined) {
    return refused(tooMany.code);
  }
  const wrong =
    (wire.length === 0 ? 3002 : undefined) ??
    findMissing(batchCommand, wire[0]) ??
    (forms === "tolerant" ? undefined : findWrongForm(batchCommand, wire[0]));
  const [found] = wrong === undefined ? decodeBatchCommands(commands) : [];
  return found === undefined
    ? refused(wrong ?? 3000)
    : { command: found.command, params: found.body, index: found.index };
}
