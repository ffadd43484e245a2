import type { AccountId } from "../account/account-id.js";
import type { Trade } from "../event/event.js";
import { openHouseAccount } from "../ledger/chart.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { SpotState } from "./spot-state.js";

/** The coin goes one way and its price the other. Only agents trade spot: no documented call does. */
export function settleSpot(state: ExchangeState, spot: SpotState, trade: Trade): void {
  const { ledger } = state;
  const { takerAccount, makerAccount, takerDirection } = trade;
  const [buyer, seller] = takerDirection === "buy" ? [takerAccount, makerAccount] : [makerAccount, takerAccount];
  const account = (owner: AccountId, coin: string): LedgerAccount => openHouseAccount(ledger, owner, coin);
  const quantity = BigInt(trade.quantity);
  ledger.post(account(seller, spot.coin), account(buyer, spot.coin), quantity * spot.coinFactor);
  const cost = quantity * BigInt(trade.price) * spot.currencyFactor;
  ledger.post(account(buyer, spot.currency), account(seller, spot.currency), cost);
}
