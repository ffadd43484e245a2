import { decodeForm, decodeUtf8, parseExact } from "@depthwire/core/internal";
import type { Operation, VenueCode } from "@depthwire/schema";
import { readBatchCommand, readBatchForm } from "../batch.js";
import { type Handler, Refusal, refused } from "../handler.js";
import type { Received } from "../received.js";
import { findMissing, findWrongForm, type WireForms } from "../wire-form.js";
import type { Asked, Step } from "./step.js";

/**
 * The parameters as they stand on the wire. The documents send the text of an empty object where deployments may send nothing.
 *
 * @spec document 1, Authentication, signing rule 4; field note 26
 */
function readParams({ paramsPlace }: Operation, { query, body }: Received, forms: WireForms): unknown {
  if (paramsPlace === "query") {
    return Object.fromEntries(decodeForm(query));
  }
  if (body.length > 0) {
    return parseExact(decodeUtf8(body, 0, body.length));
  }
  return forms === "tolerant" ? {} : refused(3002);
}

/** A form with one command, which names the operation. @spec document 2, Endpoints, Coin-margined batch query */
function readForm(asked: Asked, forms: WireForms): Asked | Refusal {
  const found = readBatchCommand(readBatchForm(asked.request), forms);
  if (found instanceof Refusal) {
    return found;
  }
  const { params, index } = found;
  const named = asked.handlers.find(({ handler }) => handler.operation.command === found.command);
  return named === undefined ? refused(3000) : { ...asked, named, params, index };
}

function read(asked: Asked, forms: WireForms): Asked | Refusal {
  const { operation } = asked.named.handler;
  if (operation.auth === "signed-form") {
    return readForm(asked, forms);
  }
  const params = readParams(operation, asked.request, forms);
  return params instanceof Refusal ? params : { ...asked, params };
}

function wrongParams({ operation, tolerantParams }: Handler, params: unknown, forms: WireForms): VenueCode | undefined {
  if (forms === "tolerant") {
    return findMissing(tolerantParams, params);
  }
  const missing = findMissing(operation.params, params);
  return missing ?? (operation.paramsPlace === "query" ? undefined : findWrongForm(operation.params, params));
}

/** The parameters are there, and in a form that is taken. What they say is the operation's affair. */
export const parameters: Step = {
  name: "parameters",
  take: (asked, { wireForms }) => {
    const found = read(asked, wireForms);
    if (found instanceof Refusal) {
      return found;
    }
    const wrong = wrongParams(found.named.handler, found.params, wireForms);
    return wrong === undefined ? found : refused(wrong);
  },
};
