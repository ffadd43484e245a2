import type { CarefulCalls } from "@depthwire/rest";
import type { NamedOperation } from "../../operations/find-operation.js";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import type { OpenedAccount } from "../../trading/open-account.js";
import { refuseUnknown, waitMsOf } from "../../trading/outcome.js";
import type { PlaceFlags } from "../../trading/trade-options.js";

/** Calls that must not be repeated and have no id: their traces tell what became of them. */
const carefulNames: Readonly<Record<string, keyof CarefulCalls>> = {
  "usdt.placePlanOrder": "placePlanOrder",
  "usdt.transferFunds": "transferFunds",
  "usdt.adjustMargin": "adjustMargin",
  "wallet.withdraw": "withdraw",
};

/** Whether a call is settled by its traces. */
export function isCareful({ name }: NamedOperation): boolean {
  return Object.hasOwn(carefulNames, name);
}

/**
 * Makes such a call once, and finds out what became of it if its answer is lost.
 *
 * @throws Refused `outcome-unknown`, `not-done`; as a call
 */
export async function callCarefully(
  account: OpenedAccount,
  { name, operation }: NamedOperation,
  params: Readonly<Record<string, unknown>>,
  { flags, context }: { readonly flags: PlaceFlags; readonly context: Context },
): Promise<unknown> {
  const careful = account.rest.careful[carefulNames[name] as keyof CarefulCalls];
  const startedAtMs = Date.now();
  // A search that may take no time at all is refused as an option.
  const options = { signal: context.signal, timeoutMs: Math.max(1, waitMsOf(flags)) };
  const verdict = await careful(params as never, options);
  switch (verdict.kind) {
    case "done":
      return verdict.result;
    case "not-done":
      throw new Refused(
        "not-done",
        `${name} was cut off and was not carried out`,
        "Call it again if it is still wanted.",
      );
    case "unknown":
      return refuseUnknown(account, { operation: operation.name, signedAtMs: startedAtMs });
  }
}
