import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import { type Answered, hmacMd5, type KeyPair, type RequestTwist, type RestKit } from "../spec-support/rest-kit.js";
import type { OperationName } from "./script.spec-kit.js";

const families: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { usdt, coin, spot, wallet };

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}

/** Every operation of both documents. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(families).flatMap(([family, exported]) =>
    Object.entries(exported).flatMap(([name, value]): [string, Operation][] =>
      isOperation(value) ? [[`${family}.${name}`, value]] : [],
    ),
  ),
);

/** What a request carries, as it stands on the wire. A bigint is written as a bare integer: ids exceed 2^53. */
export type Wire = Readonly<Record<string, unknown>>;

const bigintMark = "bare integer ";

/** JSON with bigints as bare integers. */
export function toWireText(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? `${bigintMark}${one}` : one));
  return text.replace(new RegExp(`"${bigintMark}(\\d+)"`, "g"), "$1");
}

/** What is unusual about a call. */
export interface CallTwist extends RequestTwist {
  /** Another path at which the operation is published. */
  readonly at?: string;
  /** Whose key it is signed with. */
  readonly key?: KeyPair;
  /** `absent`: nothing is sent, and the signature is over the timestamp alone. */
  readonly body?: "absent";
  /** How often the command stands in a form; once, unless told otherwise. */
  readonly times?: number;
}

const bareId = /(?<=[:[,])(\d{14,})(?=[,\]}])/g;

/** Sends a request of an operation as its descriptor says. Bare ids, which may exceed 2^53, are read as text. */
export async function send(rest: RestKit, name: OperationName, params: Wire, twist: CallTwist = {}): Promise<Answered> {
  const operation = operations.get(name);
  if (operation === undefined) {
    throw new RangeError(`no operation ${name}`);
  }
  const kit = rest.as(twist.key ?? rest.key);
  await request(kit, operation, params, twist);
  return JSON.parse(kit.lastText.replace(bareId, '"$1"')) as Answered;
}

/** Signed headers, a form, or a query. */
function request(kit: RestKit, operation: Operation, params: Wire, twist: CallTwist): Promise<Answered> {
  const path = twist.at ?? operation.path;
  switch (operation.auth) {
    case "none": {
      const command = operation.command === undefined ? {} : { cmd: operation.command };
      const query = new URLSearchParams({ ...command, ...(params as Record<string, string>) }).toString();
      return kit.get(query === "" ? path : `${path}?${query}`);
    }
    case "signed-headers":
      return kit.post(path, twist.body === "absent" ? undefined : toWireText(params), twist);
    case "signed-form": {
      const { times = 1 } = twist;
      const command = { cmd: operation.command, body: params, index: 1 };
      const cmds = toWireText(Array.from({ length: times }, () => command));
      return kit.form(cmds, { sign: twist.signature ?? hmacMd5(kit.key.apiSecret, cmds) });
    }
  }
}

/** The code of a refusal, whichever envelope it comes in; nothing for a success. */
export function codeOf(answer: Answered): number | undefined {
  const { state, error } = answer as Answered & { readonly error?: { readonly code: string } };
  if (error !== undefined) {
    return Number(error.code);
  }
  return state === undefined || state === 0 ? undefined : state;
}
