import { coinList, moneyText } from "@depthwire/exchange/internal";
import { wallet } from "@depthwire/schema";
import { type Handler, refused, signedHandler } from "../../handler.js";

/**
 * Whether and how coins come in and go out: all of them, or the one that was asked for.
 *
 * @spec document 2, Endpoints, Wallet and spot account; field note 30
 */
export const getCoinConfigurations: Handler = signedHandler(wallet.getCoinConfigurations, ({ coin }) => {
  const found = coinList.filter((terms) => coin === undefined || terms.coin === coin);
  if (found.length === 0) {
    return refused(2034);
  }
  return found.map((terms) => ({
    coin: terms.coin,
    active: terms.depositEnabled || terms.withdrawalEnabled,
    scale: terms.scale,
    depositEnabled: terms.depositEnabled,
    withdrawalEnabled: terms.withdrawalEnabled,
    withdrawalFee: moneyText(terms.withdrawalFee),
    minWithdrawal: moneyText(terms.minWithdrawal),
  }));
});
