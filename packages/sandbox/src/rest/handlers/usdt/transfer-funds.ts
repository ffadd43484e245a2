import type { ExchangeEvent } from "@depthwire/exchange";
import { type AccountId, type ExchangeState, platformToken, recordId } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { type Handler, Refusal, refused, signedHandler } from "../../handler.js";

/** Coins that a contract account may hold: those in which contracts settle, and the one that pays fees. */
function isContractCoin(state: ExchangeState, coin: string): boolean {
  const contracts = [...state.markets.values()].flatMap(({ contract }) => contract ?? []);
  return coin === platformToken || contracts.some(({ terms }) => terms.settleCoin === coin);
}

function isTransferOf(account: AccountId): (event: ExchangeEvent) => boolean {
  return (event) => event.kind === "money-moved" && event.account === account && event.transferId !== undefined;
}

/**
 * Moves money between the wallet and the contract account, and tells the transfer's id.
 *
 * @spec document 1, Endpoints, Transfer funds between wallet and contract account; field note 38
 */
export const transferFunds: Handler = signedHandler(usdt.transferFunds, (params, account, services) => {
  const { coin, amount, direction } = params;
  if (!isContractCoin(services.host.exchange.state, coin)) {
    return refused(2034);
  }
  const events = carryOut(services, { kind: "transfer", account, coin, amount, direction });
  if (events instanceof Refusal) {
    return events;
  }
  // Money of this account may have come from elsewhere in the same moment: a transfer has an id.
  const moved = events.findLast(isTransferOf(account));
  return moved?.kind === "money-moved" ? recordId(moved.transferId ?? 0) : refused(4000);
});
