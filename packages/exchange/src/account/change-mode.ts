import type { ChangeMode } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import type { ContractState } from "../contract/contract-state.js";
import { initialMargin } from "../contract/margin.js";
import { bracketOf } from "../contract/terms.js";
import { reportAssets, reportPosition } from "../event/report.js";
import { max } from "../exact/fraction.js";
import { isCrossUnderwater, isFixedUnderwater } from "../liquidation/standing.js";
import { settleDebt } from "../settle/debt.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { coinAccounts } from "./accounts.js";
import { usable } from "./cover.js";
import type { PositionMode } from "./position-mode.js";
import { holdingSiteOf, positionSiteOf } from "./sites.js";
import { type Holding, type Position, sidesOf, type UserState } from "./user.js";

function isLeverage(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 100;
}

function check(contract: ContractState, holding: Holding, command: ChangeMode): RefusalReason | undefined {
  const { leverageLong, leverageShort } = command;
  if (!isLeverage(leverageLong) || !isLeverage(leverageShort)) {
    return "wrong-parameter";
  }
  const { terms } = contract;
  if (Math.max(leverageLong, leverageShort) > terms.maxLeverage) {
    return "check-parameters";
  }
  if (holding.orders.size > 0) {
    return "check-parameters";
  }
  const wanted = { long: leverageLong, short: leverageShort };
  const isTooHigh = sidesOf(holding).some(({ side, leverage, quantity }) => {
    return wanted[side] > leverage && wanted[side] > bracketOf(terms, quantity);
  });
  return isTooHigh ? "leverage-too-high" : undefined;
}

/** Margin of a position after the change: what was added by hand stays added. */
function newMargin(position: Position, mode: PositionMode, leverage: number): bigint {
  const added = position.margin.balance - initialMargin(position.cost, position.leverage);
  return initialMargin(position.cost, leverage) + (mode === "fixed" ? max(0n, added) : 0n);
}

function setMargin(state: ExchangeState, user: UserState, position: Position, margin: bigint): void {
  const { free } = coinAccounts(state, user, position.margin.coin);
  const change = margin - position.margin.balance;
  if (change >= 0n) {
    state.ledger.post(free, position.margin, change);
  } else {
    state.ledger.post(position.margin, free, -change);
  }
}

interface Setting {
  readonly mode: PositionMode;
  readonly leverages: readonly number[];
  readonly margins: readonly bigint[];
}

function settle(state: ExchangeState, { user, holding }: HoldingSite, setting: Setting): void {
  state.ledger.touch(user.account);
  holding.mode = setting.mode;
  sidesOf(holding).forEach((position, i) => {
    position.leverage = setting.leverages[i] as number;
    setMargin(state, user, position, setting.margins[i] as bigint);
  });
}

/** Whether everything is covered: nobody may change himself into a liquidation. */
function isCovered(state: ExchangeState, { contract, user, holding }: HoldingSite): boolean {
  if (usable(state, user, holding.coin) < 0n || isCrossUnderwater(state, user, holding.coin)) {
    return false;
  }
  if (holding.mode === "cross") {
    return true;
  }
  return sidesOf(holding).every(
    ({ side, quantity, cost, margin }) =>
      !isFixedUnderwater(contract, { side, quantity, cost, margin: margin.balance }),
  );
}

function change(state: ExchangeState, site: HoldingSite, command: ChangeMode): RefusalReason | undefined {
  const { user, holding } = site;
  const sides = sidesOf(holding);
  const leverages = [command.leverageLong, command.leverageShort];
  const margins = sides.map((position, i) => newMargin(position, holding.mode, leverages[i] as number));
  const before: Setting = {
    mode: holding.mode,
    leverages: sides.map((position) => position.leverage),
    margins: sides.map((position) => position.margin.balance),
  };
  const needed = margins.reduce((sum, margin, i) => sum + margin - (before.margins[i] as bigint), 0n);
  if (needed > 0n && needed > usable(state, user, holding.coin)) {
    return "insufficient-balance";
  }
  settle(state, site, { mode: command.mode, leverages, margins });
  if (sides.every(({ quantity }) => quantity === 0) || isCovered(state, site)) {
    return undefined;
  }
  settle(state, site, before);
  return "insufficient-balance";
}

function report(turn: Turn, site: HoldingSite): void {
  const { user, holding } = site;
  settleDebt(turn, user, holding.accounts);
  const held = sidesOf(holding).filter(({ quantity }) => quantity > 0);
  for (const position of held) {
    reportPosition(turn, positionSiteOf(site, position));
  }
  if (held.length > 0) {
    reportAssets(turn, user, holding.accounts);
  }
}

/** Sets mode and leverage of both sides of a contract, margins included. */
export function changeMode(turn: Turn, command: ChangeMode): void {
  const { state, events } = turn;
  const { kind, account, pair } = command;
  const market = state.markets.get(pair);
  const contract = market?.contract;
  if (market === undefined || contract === undefined) {
    events.push({ kind: "command-refused", command: kind, account, reason: "unknown-pair" });
    return;
  }
  const site = holdingSiteOf(state, { market, contract }, account);
  const reason = check(contract, site.holding, command) ?? change(state, site, command);
  if (reason === undefined) {
    report(turn, site);
  } else {
    events.push({ kind: "command-refused", command: kind, account, reason });
  }
}
