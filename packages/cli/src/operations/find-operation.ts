import type { Operation } from "@depthwire/schema";
import { coin, spot, usdt, wallet } from "@depthwire/schema";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";

/** The families of both documents, in the order in which they are listed. */
/** Name of a family. */
export type Family = "usdt" | "coin" | "spot" | "wallet";

const families: Readonly<Record<Family, object>> = { usdt, coin, spot, wallet };

/** What stands over each family's list, in their order. */
export const familyTitles: Readonly<Record<Family, string>> = {
  usdt: "USDT-margined trading, queries and reference data",
  coin: "Coin-margined queries and reference data",
  spot: "Spot market data",
  wallet: "Wallet and spot account",
};

/** An operation and the name that it is called by. */
export interface NamedOperation {
  readonly family: Family;
  /** With the family, such as `usdt.placeOrder`. */
  readonly name: string;
  readonly operation: Operation;
}

/** Every operation of both documents. */
export function allOperations(): readonly NamedOperation[] {
  return Object.entries(families).flatMap(([family, members]) =>
    Object.values(members as Readonly<Record<string, unknown>>).flatMap((operation) =>
      isOperation(operation) ? [{ family: family as Family, name: `${family}.${operation.name}`, operation }] : [],
    ),
  );
}

/**
 * The operation that a name means: whole, or without its family where only one has it.
 *
 * @throws Refused `unknown-operation` with the nearest name
 */
export function findOperation(name: string): NamedOperation {
  const all = allOperations();
  const found = operationsNamed(name);
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    return only;
  }
  if (found.length > 1) {
    const names = found.map((one) => one.name);
    throw new Refused("unknown-operation", `${name} is in several families`, `Say which: ${names.join(", ")}.`, {
      names,
    });
  }
  const near = nearest(
    name,
    name.includes(".") ? all.map((one) => one.name) : all.map(({ operation }) => operation.name),
  );
  const meant = all.filter((one) => one.name === near || one.operation.name === near).map((one) => one.name);
  const remedy =
    meant.length === 0
      ? "depthwire call lists all operations."
      : `Did you mean ${meant.join(" or ")}? depthwire call lists all.`;
  throw new Refused("unknown-operation", `There is no operation ${name}`, remedy, { nearest: meant });
}

/** The operations that a name may mean. */
export function operationsNamed(name: string): readonly NamedOperation[] {
  return allOperations().filter((one) => one.name === name || one.operation.name === name);
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
