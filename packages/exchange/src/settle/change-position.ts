import { noteHolder } from "../account/holders.js";
import { initialMargin } from "../contract/margin.js";
import type { ContractKind } from "../contract/units.js";
import { plus } from "../exact/fraction.js";
import { partDown, toBigint } from "../exact/plain.js";
import type { PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { pay } from "./pay.js";

/** Whether a side gains when what it holds becomes worth more in money. A rising price lowers the worth of an inverse contract. */
export function gainsWithValue(kind: ContractKind, side: "long" | "short"): boolean {
  return (side === "long") === (kind === "linear");
}

/** The part of an amount that belongs to a part of a quantity: all of it for all, else rounded down. */
export function shareOf(amount: bigint, part: number, whole: number): bigint {
  return part === whole ? amount : partDown(amount, part, whole);
}

/** A quantity, and what it was traded for, in money. */
export interface Part {
  readonly quantity: number;
  readonly value: bigint;
}

/** What comes to a position. */
export interface Addition extends Part {
  /** Its value for the average price, finer than money is. */
  readonly fineValue: bigint;
}

/** Makes a position larger by what was bought or sold; its margin comes from the free balance. */
export function enlarge(turn: Turn, site: PositionSite, { quantity, value, fineValue }: Addition): void {
  const { position } = site;
  turn.state.ledger.touch(position.account);
  const isNew = position.quantity === 0;
  position.quantity += quantity;
  if (isNew) {
    noteHolder(site);
  }
  position.cost += value;
  position.fineCost = plus(position.fineCost, fineValue);
  pay(turn, site, position.margin, initialMargin(value, position.leverage));
}

/**
 * Makes a position smaller: its share of the margin is free again, and the clearing account settles profit or loss.
 *
 * @returns the profit; below 0 a loss
 */
export function reduce(turn: Turn, site: PositionSite, { quantity, value }: Part): bigint {
  const { contract, holding, position } = site;
  const { state } = turn;
  const rest = position.quantity - quantity;
  const whole = position.quantity;
  const cost = shareOf(position.cost, quantity, whole);
  const margin = shareOf(position.margin.balance, quantity, whole);
  const profit = gainsWithValue(contract.terms.kind, position.side) ? value - cost : cost - value;
  const { free } = holding.accounts;
  state.ledger.post(position.margin, free, margin);
  // What stays is rounded, not what goes: the average of what stays is cut off to what it was.
  position.fineCost = rest === 0 ? 0n : (position.fineCost * toBigint(rest)) / toBigint(whole);
  state.ledger.touch(position.account);
  position.quantity = rest;
  if (rest === 0) {
    noteHolder(site);
  }
  position.cost -= cost;
  if (profit >= 0n) {
    state.ledger.post(contract.clearing, free, profit);
  } else {
    pay(turn, site, contract.clearing, -profit);
  }
  return profit;
}
