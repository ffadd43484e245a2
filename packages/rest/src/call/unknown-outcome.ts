import type { UnknownOutcome } from "@depthwire/core";
import type { Operation } from "@depthwire/schema";

const identifying = ["clientOrderId", "pair", "side", "type", "quantity", "price"] as const;

/** What to look for when the outcome of a call is not known. */
export function outcomeToFind(operation: Operation, params: unknown, signedAtMs: number): UnknownOutcome {
  const values: Readonly<Record<string, unknown>> = { ...(params as object) };
  const known = identifying.flatMap((name) => {
    const value = values[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { operation: operation.name, signedAtMs, ...Object.fromEntries(known) };
}
