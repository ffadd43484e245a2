import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { Handler, Handlers, NamedHandler } from "./handler.js";
import * as coinHandlers from "./handlers/coin/index.js";
import * as spotHandlers from "./handlers/spot/index.js";
import * as usdtHandlers from "./handlers/usdt/index.js";
import * as walletHandlers from "./handlers/wallet/index.js";

const families = { usdt, coin, spot, wallet };

/** Names of the operations that a family exports. */
type OperationNames<Family> = {
  [Name in keyof Family]: Family[Name] extends Operation ? Name : never;
}[keyof Family];

type HandlerTable = {
  readonly [Family in keyof typeof families]: {
    readonly [Name in OperationNames<(typeof families)[Family]>]?: Handler;
  };
};

/** Which function answers which operation of the documents. */
const handlers: HandlerTable = {
  usdt: usdtHandlers,
  coin: coinHandlers,
  spot: spotHandlers,
  wallet: walletHandlers,
};

/** One operation with the function that answers it. */
export interface HandledOperation extends NamedHandler {
  readonly method: string;
  /** Every path at which it is published, the usual one first. */
  readonly paths: readonly string[];
}

/** Every operation that has a handler, with its addresses. */
export const operationTable: readonly HandledOperation[] = Object.entries(handlers).flatMap(([family, table]) =>
  Object.entries<Handler>(table).map(([name, handler]): HandledOperation => {
    const { method, path, alsoAt } = handler.operation;
    return { name: `${family}.${name}`, method, paths: [path, ...alsoAt], handler };
  }),
);

/** One address with the operations that are published there. */
export interface Address {
  readonly method: string;
  readonly path: string;
  readonly handlers: Handlers;
}

/** Every address that an operation is published at. */
export const addressTable: readonly Address[] = groupByAddress(operationTable);

function groupByAddress(operations: readonly HandledOperation[]): readonly Address[] {
  const found = new Map<string, { method: string; path: string; handlers: [NamedHandler, ...NamedHandler[]] }>();
  for (const operation of operations) {
    const { method } = operation;
    for (const path of operation.paths) {
      const known = found.get(`${method} ${path}`);
      if (known === undefined) {
        found.set(`${method} ${path}`, { method, path, handlers: [operation] });
      } else {
        known.handlers.push(operation);
      }
    }
  }
  return [...found.values()];
}

/** Names of the operations that the sandbox answers, such as `usdt.getDepth`. */
export const handledOperations: readonly string[] = operationTable.map(({ name }) => name);
