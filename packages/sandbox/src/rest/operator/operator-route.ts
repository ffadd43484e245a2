import { ProtocolError, ValidationError } from "@depthwire/core";
import { decodeUtf8, parseExact } from "@depthwire/core/internal";
import type { Context } from "hono";
import { maxBodyBytes, receive } from "../received.js";
import type { RestServices } from "../rest-services.js";
import { refuseOperator } from "../venue-answer.js";
import { checkObject, type Wire } from "./check-body.js";

/** Parameters by name, each with a sentence. A name that ends with `?` may be absent. */
export type OperatorParameters = Readonly<Record<string, string>>;

/** What stands at the head of one of the operator's addresses: what the directory tells. */
export interface OperatorHead {
  readonly method: "GET" | "POST" | "DELETE";
  /** The path; `{name}` stands for a part of it. */
  readonly path: string;
  /** One sentence. */
  readonly does: string;
  /** Of the path and behind the question mark. */
  readonly query?: OperatorParameters;
  /** Keys of the body; any other key is refused. Absent: no body is read. */
  readonly body?: OperatorParameters;
}

/** A request at one of the operator's addresses. */
export interface OperatorRequest {
  readonly context: Context;
  readonly services: RestServices;
}

/** One of the operator's addresses: it is routed and listed by this record alone. */
export interface OperatorRoute extends OperatorHead {
  /** @throws ValidationError `value-invalid`, which is answered with 400 */
  readonly answer: (request: OperatorRequest, body: unknown) => Response | Promise<Response>;
}

/** An address without a body. */
export function operatorRoute(
  head: Omit<OperatorHead, "body">,
  answer: (request: OperatorRequest) => Response | Promise<Response>,
): OperatorRoute {
  return { ...head, answer };
}

/** An address whose body is an object with the keys of its head. An empty body is an empty object. */
export function operatorChange(
  head: OperatorHead & Required<Pick<OperatorHead, "body">>,
  answer: (request: OperatorRequest, body: Wire) => Response | Promise<Response>,
): OperatorRoute {
  const known = Object.keys(head.body).map(plainName);
  return {
    ...head,
    answer: (request, body) => answer(request, checkObject(body === undefined ? {} : body, "body", known)),
  };
}

/** A parameter's name without the mark of what may be absent. */
export function plainName(name: string): string {
  return name.replace(/\?$/, "");
}

/** Reads the body where there is one to read, and answers what is wrong with a request with 400. */
export async function answerOperator(route: OperatorRoute, request: OperatorRequest): Promise<Response> {
  const { context } = request;
  const received = route.body === undefined ? undefined : await receive(context);
  if (received?.isOverlong === true) {
    return refuseOperator(context, 413, "value-invalid", "The body is too large");
  }
  try {
    return await route.answer(request, received === undefined ? undefined : parseBody(received.body));
  } catch (error) {
    if (error instanceof ValidationError) {
      return refuseOperator(context, 400, "value-invalid", error.message);
    }
    if (error instanceof ProtocolError) {
      return refuseOperator(context, 400, "json-syntax", error.message);
    }
    throw error;
  }
}

/** Nothing for an empty body. @throws ProtocolError `json-syntax` */
function parseBody(body: Uint8Array): unknown {
  return body.length === 0
    ? undefined
    : parseExact(decodeUtf8(body, 0, body.length), { maxDepth: 8, maxLength: maxBodyBytes });
}
