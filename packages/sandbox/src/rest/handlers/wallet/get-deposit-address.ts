import { depositAddress, findCoin } from "@depthwire/exchange/internal";
import { wallet } from "@depthwire/schema";
import { type Handler, refused, signedHandler } from "../../handler.js";

/**
 * Where the user pays a coin in: always the same address, on the coin's usual chain.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getDepositAddress: Handler = signedHandler(wallet.getDepositAddress, ({ coin }, account, { host }) => {
  const terms = findCoin(coin);
  if (terms === undefined || !terms.depositEnabled) {
    return refused(2034);
  }
  return depositAddress(host.exchange.state.seed, account, coin, terms.chains[0]);
});
