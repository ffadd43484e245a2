import {
  decodeBatchCommands,
  decodeBatchParams,
  decodeForm,
  type JsonValue,
  parseExact,
} from "@depthwire/core/internal";
import type { VenueCode } from "@depthwire/schema";
import { batchCommand, batchForm } from "@depthwire/schema/internal";
import type { LocalRequest } from "../server/route.js";
import { filledIn, missingKey } from "./deployed-forms.js";
import type { AnyOperation, PublishedAddress, PublishedOperation } from "./operations.js";

/** A call as it came in, decoded. Signatures that came with it are not looked at. */
export interface ReceivedCall {
  readonly kind: "call";
  readonly name: string;
  readonly compiled: AnyOperation;
  /** The operation as deployed clients ask it: it writes {@link ReceivedCall.params}, whatever was left out of them. */
  readonly received: AnyOperation;
  readonly params: unknown;
  /** Echo of a batch command's index; undefined elsewhere. */
  readonly index: number | undefined;
}

/** A request that the service would refuse before it looks at what is meant. */
export interface UnreadableCall {
  readonly kind: "unreadable";
  readonly compiled: AnyOperation;
  readonly code: VenueCode;
  readonly words: string;
}

const commandKey = batchCommand.fields.command.wireKeys[0] as string;
const commandsKey = batchForm.fields.commands.wireKeys[0] as string;

/** One command a request. @spec document 2, Limits, commands per request */
const tooManyCommands: VenueCode = 3033;
const malformed: VenueCode = 3000;
const empty: VenueCode = 3002;

/**
 * Reads which operation is meant, and its parameters, in the documents' form or in one that deployed clients send.
 *
 * @throws ProtocolError when the parameters are not well-formed
 * @spec document 1, Endpoints; document 2, Endpoints; field notes 23 and 26
 */
export function receiveCall({ operations }: PublishedAddress, request: LocalRequest): ReceivedCall | UnreadableCall {
  const [first] = operations;
  if (first.compiled.operation.paramsPlace === "form-command") {
    return receiveForm(operations, request);
  }
  const { queryText, body } = request;
  const published =
    first.compiled.operation.command === undefined
      ? first
      : operations.find(({ compiled }) => compiled.operation.command === request.query.get(commandKey));
  if (published === undefined) {
    const names = operations.map(({ compiled }) => compiled.operation.command).join(", ");
    return unreadable(first, malformed, `"${commandKey}" must be one of ${names}`);
  }
  const { operation } = published.compiled;
  const wire: JsonValue =
    operation.paramsPlace === "query"
      ? Object.fromEntries(decodeForm(withoutCommand(published.compiled, queryText)))
      : parseExact(body === "" ? "{}" : body);
  return decoded(published, wire, () => published.received.params.decode(wire));
}

function unreadable({ compiled }: PublishedOperation, code: VenueCode, words: string): UnreadableCall {
  return { kind: "unreadable", compiled, code, words };
}

/** What is required must be there, before anything else is judged. */
function decoded(
  { name, compiled, received }: PublishedOperation,
  wire: JsonValue,
  decode: () => unknown,
  index?: number,
): ReceivedCall | UnreadableCall {
  const missing = missingKey(received.operation.params, wire);
  if (missing !== undefined) {
    return { kind: "unreadable", compiled, code: empty, words: `"${missing}" must be there, and not be empty` };
  }
  const params = filledIn(decode(), compiled.operation.params);
  if (name === "usdt.placeOrder" && (params as { readonly price?: string }).price === undefined) {
    return {
      kind: "unreadable",
      compiled,
      code: empty,
      words: '"price" must be there: only a market order goes without',
    };
  }
  return { kind: "call", name, compiled, received, params, index };
}

function withoutCommand({ operation }: AnyOperation, query: string): string {
  return operation.command === undefined
    ? query
    : query
        .split("&")
        .filter((part) => !part.startsWith(`${commandKey}=`))
        .join("&");
}

/** @spec document 2, Endpoints, Coin-margined batch query */
function receiveForm(
  operations: readonly [PublishedOperation, ...PublishedOperation[]],
  { body }: LocalRequest,
): ReceivedCall | UnreadableCall {
  const [first] = operations;
  const text = decodeForm(body).get(commandsKey) ?? "";
  const commands = text === "" ? [] : decodeBatchCommands(text);
  const [command] = commands;
  if (command === undefined) {
    return unreadable(first, empty, `The form must have a command in "${commandsKey}"`);
  }
  if (commands.length > 1) {
    return unreadable(first, tooManyCommands, `The form has ${commands.length} commands: send one at once`);
  }
  const published = operations.find(({ compiled }) => compiled.operation.command === command.command);
  if (published === undefined) {
    const names = operations.map(({ compiled }) => compiled.operation.command).join(", ");
    return unreadable(first, malformed, `The command must be one of ${names}`);
  }
  const { index } = command;
  return decoded(published, command.body as JsonValue, () => decodeBatchParams(published.received, command), index);
}
