import type { AccountId } from "../account/account-id.js";
import type { Trade } from "../event/event.js";
import type { Direction, Market } from "../market/market.js";
import { createRandomState, type RandomState } from "./random-state.js";

/** One place in a maker's ladder; `orderId` 0 means that nothing is quoted there. */
export interface Quote {
  orderId: number;
  price: number;
}

/** A near maker trades around the index; the deep one fills the book behind. */
export type MakerStyle = "near" | "deep";

/** Somebody who quotes both sides. */
export interface MakerState {
  readonly account: AccountId;
  readonly style: MakerStyle;
  /** Bought minus sold, at the quantity scale. */
  inventory: number;
  /** Which quotes are looked at next. */
  rotation: number;
  readonly buy: Quote[];
  readonly sell: Quote[];
}

/** Those who take: their arrivals excite further arrivals. */
export interface TakersState {
  /** Expected arrivals in the next tick. */
  intensity: number;
  /** From −1 (all sell) to 1 (all buy). */
  pressure: number;
  /** What a large order still has to trade; 0 when there is none. */
  largeRemaining: number;
  largeDirection: Direction;
}

/** Follows trends of the last traded price. */
export interface MomentumState {
  /** Bought minus sold, at the quantity scale. */
  inventory: number;
  /** Moving averages at the price scale, fast and slow; 0 before the first tick. */
  fastAverage: number;
  slowAverage: number;
}

/** Private people with a limit order somewhere in the book. */
export interface RetailState {
  readonly orderIds: number[];
}

/** All agents of one market. */
export interface AgentsState {
  readonly random: RandomState;
  readonly makers: readonly MakerState[];
  readonly takers: TakersState;
  readonly momentum: MomentumState;
  readonly retail: RetailState;
}

/** Accounts of the agents, the same in every market. Makers count up from `firstMaker`. */
export const agentAccounts = { takers: 1, momentum: 2, retail: 3, firstMaker: 10 } as const;

/** Arrivals of takers per tick in quiet times. */
export const quietIntensity = 0.08;

/** Quotes a side of each style. */
export const ladderLength: Readonly<Record<MakerStyle, number>> = { near: 10, deep: 160 };

const makerStyles: readonly MakerStyle[] = ["near", "near", "deep"];

function emptyLadder(style: MakerStyle): Quote[] {
  return Array.from({ length: ladderLength[style] }, () => ({ orderId: 0, price: 0 }));
}

/** The agents of a new market: none has an order yet. */
export function createAgents(market: Market, seed: number): AgentsState {
  const makers = makerStyles.map(
    (style, i): MakerState => ({
      account: agentAccounts.firstMaker + i,
      style,
      inventory: 0,
      rotation: 0,
      buy: emptyLadder(style),
      sell: emptyLadder(style),
    }),
  );
  return {
    random: createRandomState(seed, `agents ${market.pair}`),
    makers,
    takers: { intensity: quietIntensity, pressure: 0, largeRemaining: 0, largeDirection: "buy" },
    momentum: { inventory: 0, fastAverage: 0, slowAverage: 0 },
    retail: { orderIds: [] },
  };
}

function holderOf(agents: AgentsState, account: AccountId): { inventory: number } | undefined {
  if (account === agentAccounts.momentum) {
    return agents.momentum;
  }
  return agents.makers[account - agentAccounts.firstMaker];
}

/** Adds to the inventory, if the account is an agent's, what it has bought; negative: sold. */
export function noteAgentBought(agents: AgentsState, account: AccountId, bought: number): void {
  const holder = holderOf(agents, account);
  if (holder !== undefined) {
    holder.inventory += bought;
  }
}

/** Keeps the inventories of agents that took part in a trade. */
export function noteAgentTrade(agents: AgentsState, trade: Trade): void {
  const bought = trade.takerDirection === "buy" ? trade.quantity : -trade.quantity;
  noteAgentBought(agents, trade.takerAccount, bought);
  noteAgentBought(agents, trade.makerAccount, -bought);
}

/** A maker's order has been filled, or met its own: its place in the ladder is free, and nobody has to ask every tick. */
export function freeQuote(agents: AgentsState, account: AccountId, orderId: number): void {
  const maker = agents.makers[account - agentAccounts.firstMaker];
  if (maker === undefined) {
    return;
  }
  const isIt = (one: Quote): boolean => one.orderId === orderId;
  const quote = maker.buy.find(isIt) ?? maker.sell.find(isIt);
  if (quote !== undefined) {
    quote.orderId = 0;
  }
}
