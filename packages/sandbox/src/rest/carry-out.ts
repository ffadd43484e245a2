import type { AccountId, Command } from "../exchange/command.js";
import type { CommandRefused, ExchangeEvent } from "../exchange/event.js";
import { refusalCodes } from "../exchange/refusal.js";
import { type Refusal, refused } from "./handler.js";
import type { RestServices } from "./rest-services.js";

/** A command that somebody gives for himself. */
export type AccountCommand = Extract<Command, { readonly account: AccountId }>;

function isRefusalOf(command: AccountCommand, event: ExchangeEvent): event is CommandRefused {
  return event.kind === "command-refused" && event.command === command.kind && event.account === command.account;
}

/**
 * Carries out a command that is taken as a whole.
 *
 * @returns what happened, or why nothing did
 */
export function carryOut({ host }: RestServices, command: AccountCommand): readonly ExchangeEvent[] | Refusal {
  const events = host.apply(command);
  // What had been asked for before and fell due now may have been refused first.
  const refusal = events.findLast((event) => isRefusalOf(command, event));
  return refusal?.kind === "command-refused" ? refused(refusalCodes[refusal.reason]) : events;
}
