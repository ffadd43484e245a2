import { decodeBatchCommands, decodeBatchParams, decodeForm, decodeRequest } from "@depthwire/core/internal";
import type { VenueCode } from "@depthwire/schema";
import { batchCommand, batchForm } from "@depthwire/schema/internal";
import type { LocalRequest } from "../server/route.js";
import type { AnyOperation, PublishedAddress, PublishedOperation } from "./operations.js";

/** A call as it came in, decoded. Signatures that came with it are not looked at. */
export interface ReceivedCall {
  readonly kind: "call";
  readonly name: string;
  readonly compiled: AnyOperation;
  readonly params: unknown;
  /** Echo of a batch command's index; undefined elsewhere. */
  readonly index: number | undefined;
}

/** A request of which it is not even known which operation it means. */
export interface UnreadableCall {
  readonly kind: "unreadable";
  readonly compiled: AnyOperation;
  readonly code: VenueCode;
}

const commandKey = batchCommand.fields.command.wireKeys[0] as string;
const commandsKey = batchForm.fields.commands.wireKeys[0] as string;

/** One command a request. @spec document 2, Limits, commands per request */
const tooManyCommands: VenueCode = 3033;
const malformed: VenueCode = 3000;
const empty: VenueCode = 3002;

/**
 * Reads which operation is meant, and its parameters.
 *
 * @throws ProtocolError when the parameters are not well-formed
 * @spec document 1, Endpoints; document 2, Endpoints
 */
export function receiveCall({ operations }: PublishedAddress, request: LocalRequest): ReceivedCall | UnreadableCall {
  const [first] = operations;
  if (first.compiled.operation.paramsPlace === "form-command") {
    return receiveForm(operations, request);
  }
  const { queryText, body, header } = request;
  const published =
    first.compiled.operation.command === undefined
      ? first
      : operations.find(({ compiled }) => compiled.operation.command === request.query.get(commandKey));
  if (published === undefined) {
    return { kind: "unreadable", compiled: first.compiled, code: malformed };
  }
  const { name, compiled } = published;
  const query = withoutCommand(compiled, queryText);
  return { kind: "call", name, compiled, params: decodeRequest(compiled, { query, header, body }), index: undefined };
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
  const [{ compiled: first }] = operations;
  const text = decodeForm(body).get(commandsKey) ?? "";
  if (text === "") {
    return { kind: "unreadable", compiled: first, code: empty };
  }
  const [command, ...more] = decodeBatchCommands(text);
  if (command === undefined || more.length > 0) {
    return { kind: "unreadable", compiled: first, code: command === undefined ? empty : tooManyCommands };
  }
  const published = operations.find(({ compiled }) => compiled.operation.command === command.command);
  if (published === undefined) {
    return { kind: "unreadable", compiled: first, code: malformed };
  }
  const { name, compiled } = published;
  return { kind: "call", name, compiled, params: decodeBatchParams(compiled, command), index: command.index };
}
