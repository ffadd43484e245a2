import { actAgents } from "./agents.js";
import type { Command, PublishDepth } from "./command.js";
import { publishDepth } from "./depth-feed.js";
import type { ExchangeEvent } from "./event.js";
import type { ExchangeState } from "./exchange-state.js";
import { stepIndex } from "./index-price.js";
import { cancelOrder, placeOrder } from "./trading.js";

function tick(state: ExchangeState, events: ExchangeEvent[]): void {
  state.ticks += 1;
  for (const market of state.markets.values()) {
    stepIndex(market.index, state.now);
    actAgents(state, market, events);
  }
}

function publish(state: ExchangeState, command: PublishDepth, events: ExchangeEvent[]): void {
  const market = state.markets.get(command.pair);
  if (market === undefined) return;
  const publication = publishDepth(market.depth, market.book, state.now, command.seqStep ?? 1);
  if (publication === undefined) return;
  const { seq, updatedAtMs, changes } = publication;
  events.push({ kind: "depth-published", pair: command.pair, seq, updatedAtMs, changes });
}

/**
 * The exchange's only door: changes the state by one command and tells what happened, in order.
 * It reads no clock and no randomness of its own: the state is the fold of the commands.
 *
 * @param at the command's time in epoch milliseconds; an earlier one than the latest counts as the latest
 */
export function apply(state: ExchangeState, command: Command, at: number): readonly ExchangeEvent[] {
  state.now = Math.max(state.now, at);
  const events: ExchangeEvent[] = [];
  switch (command.kind) {
    case "place-order":
      placeOrder(state, command, events);
      break;
    case "cancel-order":
      cancelOrder(state, command, events);
      break;
    case "tick":
      tick(state, events);
      break;
    case "publish-depth":
      publish(state, command, events);
      break;
  }
  return events;
}
