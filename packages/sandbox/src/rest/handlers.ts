import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { Context } from "hono";
import { getAlternateDomains } from "./handlers/usdt/get-alternate-domains.js";
import { getDepth } from "./handlers/usdt/get-depth.js";
import { getServerTime } from "./handlers/usdt/get-server-time.js";
import type { RestServices } from "./rest-services.js";

/** Answers one operation of the documents. */
export type Handler = (context: Context, services: RestServices) => Response;

const families = { usdt, coin, spot, wallet };

/** Names of the operations that a family exports. */
type OperationNames<Family> = {
  [Name in keyof Family]: Family[Name] extends Operation ? Name : never;
}[keyof Family];

type Handlers = {
  readonly [Family in keyof typeof families]: {
    readonly [Name in OperationNames<(typeof families)[Family]>]?: Handler;
  };
};

/** Which function answers which operation of the documents. */
const handlers: Handlers = {
  usdt: { getAlternateDomains, getDepth, getServerTime },
  coin: {},
  spot: {},
  wallet: {},
};

/** One operation with the function that answers it. */
export interface HandledOperation {
  /** Family and name, `usdt.getDepth`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly handler: Handler;
}

/** Every operation that has a handler, with its address. */
export const operationTable: readonly HandledOperation[] = Object.entries(handlers).flatMap(([family, table]) => {
  const operations: Readonly<Record<string, unknown>> = { ...families[family as keyof typeof families] };
  return Object.entries(table).map(([name, handler]): HandledOperation => {
    const { method, path } = operations[name] as Operation;
    return { name: `${family}.${name}`, method, path, handler };
  });
});

/** Names of the operations that the sandbox answers, such as `usdt.getDepth`. */
export const handledOperations: readonly string[] = operationTable.map(({ name }) => name);
