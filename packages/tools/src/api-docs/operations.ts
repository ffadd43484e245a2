import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";

/** An operation and the family under which a client offers it. */
export interface FamilyOperation {
  readonly family: Family;
  readonly operation: Operation;
}

/** Families of operations in the order in which the documents treat them. */
export const families = ["usdt", "coin", "spot", "wallet"] as const;

/** One of {@link families}. */
export type Family = (typeof families)[number];

/** What a family is about. */
export const familySentences: Readonly<Record<Family, string>> = {
  usdt: "USDT-margined contracts: trading, queries and reference data (document 1).",
  coin: "Coin-margined contracts: queries and reference data (document 2).",
  spot: "Spot market data (document 2).",
  wallet: "Wallet and spot account (document 2).",
};

/** The exports of each family's module. */
export const familyModules: Readonly<Record<Family, Readonly<Record<string, unknown>>>> = { usdt, coin, spot, wallet };

/** Every operation of both documents. */
export function allOperations(): readonly FamilyOperation[] {
  return families.flatMap((family) =>
    Object.values<unknown>(familyModules[family])
      .filter(isOperation)
      .map((operation) => ({ family, operation })),
  );
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
