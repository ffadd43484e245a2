import { viewAccount } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { type Handler, signedHandler } from "../../handler.js";

/**
 * Tells what the contract account has of each coin; of a coin that it never had, nothing.
 *
 * @spec document 1, Endpoints, Query assets
 */
export const getAssets: Handler = signedHandler(usdt.getAssets, ({ coin }, account, { host }) => {
  const { assets } = viewAccount(host.exchange.state, account);
  const wanted = assets.filter((asset) => coin === undefined || asset.coin === coin);
  return wanted.map((asset) => ({ ...asset, userId: String(account) }));
});
