import type { RunCommand } from "../../program/command.js";
import { Refused } from "../../program/refused.js";
import { openAccount } from "../../trading/open-account.js";
import { refuseUnknown, resolveWithin, secondsOf, waitMsOf } from "../../trading/outcome.js";
import type { AccountFlags } from "../../trading/trade-options.js";
import { knownPair } from "../../venue/known-pair.js";

interface ResolveFlags extends AccountFlags {
  readonly wait: string;
  readonly tolerance: string;
  readonly pair: string;
  readonly side: string;
  readonly quantity?: string;
  readonly price?: string;
  readonly signedAt?: string;
}

/** So far back the lists are searched where nobody says when it was signed. Milliseconds. */
const usualAgeMs = 86_400_000;

/** Finds out what became of one order. */
export const run: RunCommand<ResolveFlags> = async ({ arguments: [clientId], options }, context) => {
  const clientOrderId = String(clientId);
  const toleranceMs = secondsOf("tolerance", options.tolerance);
  const timeoutMs = waitMsOf(options);
  if (timeoutMs === 0) {
    throw new Refused("usage", "--wait 0: it must be more, because looking takes time");
  }
  await using account = await openAccount(options, context);
  const { rest, clock } = account;
  const pair = await knownPair(options.pair, account);
  await rest.measureVenueTime();
  const { side, quantity, price } = options;
  const outcome = {
    operation: "placeOrder",
    // It counts as sent just now as well: the search goes on for as long as it may still arrive.
    signedAtMs: signedAtOf(options) ?? clock.epochMs() - usualAgeMs,
    clientOrderId,
    pair,
    side,
    ...(quantity === undefined ? {} : { quantity }),
    ...(price === undefined ? {} : { price }),
  };
  const verdict = await resolveWithin(account, outcome, { timeoutMs, toleranceMs }, context);
  switch (verdict.kind) {
    case "unknown":
      return refuseUnknown(account, outcome);
    case "not-placed":
      context.output.result({ verdict: "not-placed", clientOrderId }, `Order ${clientOrderId} was not placed.`);
      return undefined;
    default: {
      const { kind, orders } = verdict;
      const lines = orders.map(
        ({ orderId, pair, side, quantity, price, status, dealQuantity }) =>
          `Order ${orderId}: ${side} ${quantity} ${pair} at ${price}, ${status}, ${dealQuantity} traded`,
      );
      context.output.result({ verdict: kind, clientOrderId, orders }, lines.join("\n"));
      return undefined;
    }
  }
};

function signedAtOf({ signedAt }: ResolveFlags): number | undefined {
  if (signedAt !== undefined && !/^[0-9]{13}$/.test(signedAt)) {
    throw new Refused("usage", `--signed-at ${signedAt}: it must be epoch milliseconds`);
  }
  return signedAt === undefined ? undefined : Number(signedAt);
}
