import { decodeForm, decodeUtf8, encodeRefusal, ProtocolError, parseExact } from "@depthwire/core";
import { jsonContentType, type Operation, type VenueCode } from "@depthwire/schema";
import type { Context } from "hono";
import type { AccountId } from "../exchange/command.js";
import { venueText } from "../venue-text.js";
import { authenticate } from "./authenticate.js";
import { type Handler, Refusal, refused } from "./handler.js";
import { type Received, receive } from "./received.js";
import type { RestServices } from "./rest-services.js";
import { findMissing, findWrongForm, type WireForms } from "./wire-form.js";

/** The operations that share one address: at least one. */
export type Handlers = readonly [Handler, ...Handler[]];

/** Names the command in the query of an address that several operations share. */
const commandKey = "cmd";

/** A refusal: HTTP says that all is well, the answer says what is not. @spec field notes 24 and 25 */
function writeRefusal(operation: Operation, { code }: Refusal): string {
  return encodeRefusal(operation, code, venueText(code));
}

/**
 * The parameters as they stand on the wire, not yet decoded. An absent body is an empty object.
 *
 * @spec field note 26
 */
function readParams({ paramsPlace }: Operation, request: Received): unknown {
  if (paramsPlace === "query") return Object.fromEntries(decodeForm(request.query));
  const text = decodeUtf8(request.body, 0, request.body.length);
  return text === "" ? {} : parseExact(text);
}

/** The documents send the text of an empty object where deployments may send nothing. */
function isBodyMissing({ paramsPlace }: Operation, request: Received, forms: WireForms): boolean {
  return paramsPlace === "json-body" && request.body.length === 0 && forms === "documented";
}

function wrongParams(handler: Handler, params: unknown, forms: WireForms): VenueCode | undefined {
  const { operation, tolerantParams } = handler;
  const missing = findMissing(forms === "tolerant" ? tolerantParams : operation.params, params);
  if (missing !== undefined || forms === "tolerant" || operation.paramsPlace === "query") return missing;
  return findWrongForm(operation.params, params);
}

function callHandler(
  handler: Handler,
  request: Received,
  account: AccountId,
  services: RestServices,
): string | Refusal {
  const { wireForms } = services;
  if (isBodyMissing(handler.operation, request, wireForms)) return refused(3002);
  const params = readParams(handler.operation, request);
  const wrong = wrongParams(handler, params, wireForms);
  return wrong === undefined ? handler.answer({ params, account }, services) : refused(wrong);
}

function carryOut(handler: Handler, request: Received, services: RestServices): string | Refusal {
  const { operation } = handler;
  const now = services.host.now();
  if (operation.auth === "none") {
    if (!services.rate.take(`address ${request.address}`, now)) return refused(2091);
    return callHandler(handler, request, 0, services);
  }
  const sender = authenticate(request, services);
  if (sender instanceof Refusal) {
    // Who cannot prove who he is counts by his address.
    return services.rate.take(`address ${request.address}`, now) ? sender : refused(2091);
  }
  if (!services.rate.take(`key ${sender.apiKey}`, now)) return refused(2091);
  return callHandler(handler, request, sender.account, services);
}

/** What is not well-formed is refused with 3000. */
function guard(operation: Operation, answer: () => string | Refusal): string {
  try {
    const found = answer();
    return found instanceof Refusal ? writeRefusal(operation, found) : found;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return writeRefusal(operation, refused(3000));
  }
}

/** Which of the operations of one address a request means: where several share it, its query names the command. */
function chooseByCommand(handlers: readonly Handler[], request: Received): Handler | Refusal {
  const command = decodeForm(request.query).get(commandKey) ?? "";
  const found = handlers.find(({ operation }) => operation.command === undefined || operation.command === command);
  return found ?? refused(command === "" ? 3002 : 3000);
}

function answerOne(handlers: Handlers, request: Received | undefined, services: RestServices): string {
  const [{ operation }] = handlers;
  return guard(operation, () => {
    if (request === undefined) return refused(3000);
    const handler = chooseByCommand(handlers, request);
    return handler instanceof Refusal ? handler : carryOut(handler, request, services);
  });
}

/** Answers a request at an address that belongs to these operations. */
export async function answerRequest(handlers: Handlers, context: Context, services: RestServices): Promise<Response> {
  const text = answerOne(handlers, await receive(context), services);
  return context.body(text, 200, { "content-type": jsonContentType });
}
