import type { AccountId } from "../account/account-id.js";
import { venueAccounts } from "../account/accounts.js";
import type { ContractState, HousePosition } from "../contract/contract-state.js";
import { openHouseAccount } from "../ledger/chart.js";
import type { Direction } from "../market/market.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { gainsWithValue, type Part, shareOf } from "./change-position.js";

/** The house account that works off what was taken over from users. Its money is the venue's liquidation account. */
export const liquidationAccount: AccountId = 5;

/** An agent's position in a contract. */
export function housePosition(state: ExchangeState, contract: ContractState, account: AccountId): HousePosition {
  let position = contract.house.get(account);
  if (position === undefined) {
    const { settleCoin } = contract.terms;
    const money =
      account === liquidationAccount
        ? venueAccounts(state, settleCoin).liquidation
        : openHouseAccount(state.ledger, account, settleCoin);
    position = { account, quantity: 0, cost: 0n, money };
    contract.house.set(account, position);
  }
  return position;
}

/** The part that takes something away from a position. Its cost and profit are settled; nothing is due for margin or fees. */
function reduceHouse(
  state: ExchangeState,
  contract: ContractState,
  one: HousePosition,
  { quantity, value }: Part,
): void {
  const held = Math.abs(one.quantity);
  const side = one.quantity > 0 ? "long" : "short";
  const cost = shareOf(one.cost, quantity, held);
  const profit = gainsWithValue(contract.terms.kind, side) ? value - cost : cost - value;
  one.cost -= cost;
  one.quantity += one.quantity > 0 ? -quantity : quantity;
  if (profit >= 0n) {
    state.ledger.post(contract.clearing, one.money, profit);
  } else {
    state.ledger.post(one.money, contract.clearing, -profit);
  }
}

/** What an agent bought or sold. */
export interface HouseTrade extends Part {
  readonly direction: Direction;
}

/** An agent bought or sold: what it held the other way is closed first. */
export function settleHouse(
  state: ExchangeState,
  contract: ContractState,
  account: AccountId,
  { direction, quantity, value }: HouseTrade,
): void {
  const one = housePosition(state, contract, account);
  const against = direction === "buy" ? -one.quantity : one.quantity;
  const closing = Math.max(0, Math.min(against, quantity));
  const closingValue = closing === 0 ? 0n : shareOf(value, closing, quantity);
  if (closing > 0) {
    reduceHouse(state, contract, one, { quantity: closing, value: closingValue });
  }
  const opening = quantity - closing;
  one.quantity += direction === "buy" ? opening : -opening;
  one.cost += value - closingValue;
}
