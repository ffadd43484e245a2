import { type Command, type ExchangeEvent, refusalCodes } from "@depthwire/exchange";
import type { AccountId, CommandRefused } from "@depthwire/exchange/internal";
import { type Refusal, refused } from "./handler.js";
import type { RestServices } from "./rest-services.js";

/** A command that a user gives for himself. */
export type AccountCommand = Extract<Command, { readonly account: AccountId }>;

/** What a command is about, where it names an order: others of its kind may be answered in the same moment. */
function isAbout(command: AccountCommand, { orderId, clientOrderId }: CommandRefused): boolean {
  const named = "orderId" in command ? command.orderId : undefined;
  const own = "clientOrderId" in command ? command.clientOrderId : undefined;
  return orderId === named && clientOrderId === own;
}

function isRefusalOf(command: AccountCommand, event: ExchangeEvent): event is CommandRefused {
  if (event.kind !== "command-refused" || event.command !== command.kind) {
    return false;
  }
  return event.account === command.account && isAbout(command, event);
}

/**
 * Carries out a command that is taken as a whole.
 *
 * @returns what happened, or why nothing did
 */
export function carryOut({ host }: RestServices, command: AccountCommand): readonly ExchangeEvent[] | Refusal {
  const events = host.apply(command);
  // What fell due in this moment, a cancellation of another order say, may have been refused too.
  const refusal = events.findLast((event) => isRefusalOf(command, event));
  return refusal?.kind === "command-refused" ? refused(refusalCodes[refusal.reason]) : events;
}
