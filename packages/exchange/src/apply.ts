import { changeAccount } from "./account/change-account.js";
import { changeMargin } from "./account/change-margin.js";
import { changeMode } from "./account/change-mode.js";
import { privateStreamLost } from "./account/private-stream-lost.js";
import { actAgents } from "./agents/agents.js";
import { startStrategy } from "./agents/resident-strategy.js";
import { type Publication, publishDepth } from "./book/depth-feed.js";
import { loadDepth } from "./book/load-depth.js";
import type { Command, LoadDepth, PublishDepth, SetIndex } from "./command/command.js";
import { credit, fundInsurance, setAccount, transfer } from "./command/money-commands.js";
import { bookMiddle, moveTagPrice, updateTagPrice } from "./contract/tag-price.js";
import type { ExchangeEvent } from "./event/event.js";
import { runDue } from "./funding/schedule.js";
import { openKey, revokeKey } from "./keys/change-keys.js";
import { liquidate } from "./liquidation/liquidate.js";
import { indexBounds, microsPerUnit, stepIndex } from "./market/index-price.js";
import { setMarket } from "./market/set-market.js";
import { makeHistory } from "./market-data/make-history.js";
import { mirrorDepth, mirrorTrade } from "./mirror/mirror.js";
import { publicMiddle } from "./mirror/mirror-book.js";
import { noteTakers } from "./mirror/taken.js";
import { cancelAll, cancelOrder, cancelOrders } from "./order/cancel.js";
import { placeOrder } from "./order/place.js";
import { cancelAllPlans, cancelPlan, placePlan } from "./plan/place-plan.js";
import { triggerPlans } from "./plan/trigger.js";
import type { ExchangeState } from "./state/exchange-state.js";
import { packFinished } from "./state/retention.js";
import type { Turn } from "./state/turn.js";
import { deposit } from "./wallet/deposit.js";
import { decideWithdrawal, withdraw } from "./wallet/withdraw.js";

function tick(turn: Turn): void {
  const { state, events } = turn;
  state.ticks += 1;
  for (const market of state.markets.values()) {
    const fed = state.source === "feed";
    const steps = fed ? 0 : stepIndex(market.index, state.now);
    updateTagPrice(market, fed ? publicMiddle(market) : bookMiddle(market), state, events);
    if (!fed && !market.operated.halted) {
      actAgents(turn, market, steps);
    }
  }
}

function setIndex({ state, events }: Turn, command: SetIndex): void {
  const market = state.markets.get(command.pair);
  if (market === undefined) {
    return;
  }
  const { minPrice, maxPrice } = indexBounds(market.market);
  if (command.price < minPrice || command.price > maxPrice) {
    return;
  }
  market.index.micros = command.price * microsPerUnit;
  moveTagPrice(market, state, events);
}

function publish({ state, events }: Turn, command: PublishDepth): void {
  const market = state.markets.get(command.pair);
  if (market === undefined) {
    return;
  }
  const publication = publishDepth(market.depth, market.book, state.now, command.seqStep ?? 1);
  if (publication !== undefined) {
    tellPublication(command.pair, publication, events);
  }
}

function load({ state, events }: Turn, command: LoadDepth): void {
  const market = state.markets.get(command.pair);
  if (market === undefined) {
    return;
  }
  const publications = loadDepth(market.depth, market.market, state.now, command.publications);
  for (const publication of publications) {
    tellPublication(command.pair, publication, events);
  }
}

function tellPublication(pair: string, publication: Publication, events: ExchangeEvent[]): void {
  const { seq, updatedAtMs, changes } = publication;
  events.push({ kind: "depth-published", pair, seq, updatedAtMs, changes });
}

type Handlers = {
  readonly [Kind in Command["kind"]]: (turn: Turn, command: Extract<Command, { readonly kind: Kind }>) => void;
};

/** What each command does. */
const handlers: Handlers = {
  "place-order": placeOrder,
  "cancel-order": cancelOrder,
  "cancel-orders": cancelOrders,
  "cancel-all": cancelAll,
  "place-plan": placePlan,
  "cancel-plan": cancelPlan,
  "cancel-all-plans": cancelAllPlans,
  "change-mode": changeMode,
  "change-margin": changeMargin,
  credit,
  "change-account": changeAccount,
  deposit,
  withdraw,
  "decide-withdrawal": decideWithdrawal,
  "fund-insurance": ({ state }, command) => fundInsurance(state, command),
  transfer,
  "set-account": ({ state }, command) => setAccount(state, command),
  "private-stream-lost": privateStreamLost,
  "make-history": makeHistory,
  "open-key": openKey,
  "revoke-key": revokeKey,
  "set-market": setMarket,
  "start-strategy": startStrategy,
  tick,
  // Everything due happens before any command.
  "pass-time": () => {},
  "set-index": setIndex,
  "publish-depth": publish,
  "load-depth": load,
  "mirror-depth": mirrorDepth,
  "mirror-trade": mirrorTrade,
};

/** The compiler cannot see that a command meets the handler of its own kind. */
function carryOut(turn: Turn, command: Command): void {
  const handler: (turn: Turn, command: never) => void = handlers[command.kind];
  handler(turn, command as never);
}

/**
 * Liquidates who has to be. What is worked off in the book may trigger plans and fill orders of others who cannot carry the
 * position, and who is deleveraged gets less than his position was worth: so it repeats until nothing of that happens. Each round uses
 * up waiting orders or positions.
 */
function lookAtEverybody(turn: Turn): void {
  let hitsUser: boolean;
  do {
    triggerPlans(turn);
    hitsUser = liquidate(turn);
  } while (hitsUser || turn.state.traded.size > 0);
}

/**
 * The exchange's only door: changes the state by one command and tells what happened, in order.
 * It reads no clock and no randomness of its own: the state is the fold of the commands.
 *
 * @param at the command's time in epoch milliseconds; an earlier one than the latest counts as the latest
 */
export function apply(state: ExchangeState, command: Command, at: number): readonly ExchangeEvent[] {
  const turn: Turn = { state, events: [], drained: [] };
  const funded = runDue(turn, at);
  carryOut(turn, command);
  triggerPlans(turn);
  if (funded || command.kind === "tick" || command.kind === "set-index") {
    lookAtEverybody(turn);
  }
  if (state.source === "feed") {
    noteTakers(state, turn.events);
  }
  packFinished(state);
  return turn.events;
}
