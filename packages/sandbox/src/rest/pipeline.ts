import { ProtocolError } from "@depthwire/core";
import { decodeForm, decodeUtf8, encodeRefusal, parseExact } from "@depthwire/core/internal";
import type { Operation, VenueCode } from "@depthwire/schema";
import { jsonContentType } from "@depthwire/schema/internal";
import type { Context } from "hono";
import { sufferRequest } from "../faults/suffer-request.js";
import { StoreError } from "../journal/store-error.js";
import { venueText } from "../venue-text.js";
import { authenticate, checkMoment, type Sender } from "./authenticate.js";
import { authenticateBatch, readBatchCommand, readBatchForm } from "./batch.js";
import { type Call, type Handler, Refusal, refused } from "./handler.js";
import { UploadAbandoned } from "./read-body.js";
import { type Received, receive } from "./received.js";
import type { RestServices } from "./rest-services.js";
import { findMissing, findWrongForm, type WireForms } from "./wire-form.js";

/** The operations that share one address: at least one. */
export type Handlers = readonly [NamedHandler, ...NamedHandler[]];

/** A handler with the name of its operation, `usdt.getDepth`. */
export interface NamedHandler {
  readonly name: string;
  readonly handler: Handler;
}

/** Names the command in the query of an address that several operations share. */
const commandKey = "cmd";

/** A refusal: HTTP says that all is well, the answer says what is not. @spec field notes 24 and 25 */
function writeRefusal(operation: Operation, { code }: Refusal): string {
  return encodeRefusal(operation, code, venueText(code));
}

/** What is not well-formed is refused with 3000. */
function guard(operation: Operation, answer: () => string | Refusal): string {
  try {
    const found = answer();
    return found instanceof Refusal ? writeRefusal(operation, found) : found;
  } catch (error) {
    if (!(error instanceof ProtocolError)) {
      throw error;
    }
    return writeRefusal(operation, refused(3000));
  }
}

/** Which of the operations of an address a request means: where several share it, its query names the command. */
function chooseByCommand(handlers: Handlers, request: Received): NamedHandler | Refusal {
  const command = decodeForm(request.query).get(commandKey) ?? "";
  const found = handlers.find(({ handler: { operation } }) => (operation.command ?? command) === command);
  return found ?? refused(command === "" ? 3002 : 3000);
}

/**
 * The parameters as they stand on the wire, not yet decoded. The documents send the text of an empty object where deployments
 * may send nothing.
 *
 * @spec document 1, Authentication, signing rule 4; field note 26
 */
function readParams({ paramsPlace }: Operation, request: Received, forms: WireForms): unknown {
  if (paramsPlace === "query") {
    return Object.fromEntries(decodeForm(request.query));
  }
  if (request.body.length > 0) {
    return parseExact(decodeUtf8(request.body, 0, request.body.length));
  }
  return forms === "tolerant" ? {} : refused(3002);
}

function wrongParams({ operation, tolerantParams }: Handler, params: unknown, forms: WireForms): VenueCode | undefined {
  if (forms === "tolerant") {
    return findMissing(tolerantParams, params);
  }
  const missing = findMissing(operation.params, params);
  return missing ?? (operation.paramsPlace === "query" ? undefined : findWrongForm(operation.params, params));
}

/** Everything between a known sender and the handler. */
function callHandler(
  { name, handler }: NamedHandler,
  call: Call,
  sender: Sender | undefined,
  services: RestServices,
): string | Refusal {
  const wrong = wrongParams(handler, call.params, services.wireForms);
  if (wrong !== undefined) {
    return refused(wrong);
  }
  const late = sender === undefined ? undefined : checkMoment(sender, services);
  if (late !== undefined) {
    return late;
  }
  const ordered = sender === undefined ? undefined : services.refusals.take(sender.account, name);
  return ordered === undefined ? handler.answer(call, services) : refused(ordered);
}

/** A public request counts by its address. @spec document 1, Limits, request frequency */
function answerPublic(named: NamedHandler, request: Received, services: RestServices): string | Refusal {
  const { rate, host, wireForms } = services;
  if (!rate.take(`address ${request.address}`, host.now())) {
    return refused(2091);
  }
  const params = readParams(named.handler.operation, request, wireForms);
  if (params instanceof Refusal) {
    return params;
  }
  return callHandler(named, { params, account: 0 }, undefined, services);
}

/** A signed request counts by its key; who cannot prove that a key is his counts by his address. */
function admit(found: Sender | Refusal, request: Received, { rate, host }: RestServices): Sender | Refusal {
  const counted = found instanceof Refusal ? `address ${request.address}` : `key ${found.apiKey}`;
  return rate.take(counted, host.now()) ? found : refused(2091);
}

function answerSigned(named: NamedHandler, request: Received, services: RestServices): string | Refusal {
  const { operation } = named.handler;
  const sender = admit(authenticate(request, operation.permission, services), request, services);
  if (sender instanceof Refusal) {
    return sender;
  }
  const params = readParams(operation, request, services.wireForms);
  if (params instanceof Refusal) {
    return params;
  }
  return callHandler(named, { params, account: sender.account }, sender, services);
}

/** A form with one command. @spec document 2, Endpoints, Coin-margined batch query */
function answerForm(handlers: Handlers, request: Received, services: RestServices): string | Refusal {
  const form = readBatchForm(request);
  const sender = admit(authenticateBatch(form, request, services), request, services);
  if (sender instanceof Refusal) {
    return sender;
  }
  const found = readBatchCommand(form, services.wireForms);
  if (found instanceof Refusal) {
    return found;
  }
  const { command, params, index } = found;
  const named = handlers.find(({ handler }) => handler.operation.command === command);
  return named === undefined
    ? refused(3000)
    : callHandler(named, { params, account: sender.account, index }, sender, services);
}

function answer(handlers: Handlers, request: Received | undefined, services: RestServices): string {
  const { operation } = handlers[0].handler;
  return guard(operation, () => {
    if (request === undefined) {
      return refused(3000);
    }
    if (operation.auth === "signed-form") {
      return answerForm(handlers, request, services);
    }
    const named = chooseByCommand(handlers, request);
    if (named instanceof Refusal) {
      return named;
    }
    return named.handler.operation.auth === "none"
      ? answerPublic(named, request, services)
      : answerSigned(named, request, services);
  });
}

/** What a request is refused with when the sandbox itself fails: the server is busy. @spec document 1, Errors */
const failedCode: VenueCode = 4003;

/** Nobody hears of what could still be lost; what cannot be kept is refused: the server is not able to. */
async function answerKept(handlers: Handlers, request: Received | undefined, services: RestServices): Promise<string> {
  const { host } = services;
  try {
    await host.readable();
    const text = answer(handlers, request, services);
    // Asked for in the same turn: whatever the answer tells of is waited for.
    await host.kept();
    return text;
  } catch (error) {
    if (!(error instanceof StoreError)) {
      throw error;
    }
    return writeRefusal(handlers[0].handler.operation, refused(failedCode));
  }
}

/** Answers a request at an address that belongs to these operations. What fails here fails for this request alone. */
export async function answerRequest(handlers: Handlers, context: Context, services: RestServices): Promise<Response> {
  const write = (text: string): Response => context.body(text, 200, { "content-type": jsonContentType });
  const refuse = (code: VenueCode): Response => write(writeRefusal(handlers[0].handler.operation, refused(code)));
  const { faults, clock, barrier } = services;
  try {
    const course = {
      clock,
      refuse,
      answer: async () => write(await answerKept(handlers, await receive(context), services)),
    };
    return await sufferRequest(context, faults, course);
  } catch (error) {
    if (!(error instanceof UploadAbandoned)) {
      barrier.tell("request-failed", error, { path: context.req.path });
    }
    return refuse(failedCode);
  }
}
