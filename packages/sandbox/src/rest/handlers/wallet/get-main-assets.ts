import { summaryOf } from "@depthwire/exchange/internal";
import { wallet } from "@depthwire/schema";
import { type Handler, signedHandler } from "../../handler.js";

/**
 * What the wallet has: coins of which there is something, or every coin of the venue.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getMainAssets: Handler = signedHandler(wallet.getMainAssets, ({ detail }, account, { host }) =>
  summaryOf(host.exchange.state, account, "wallet", detail ?? "totals"),
);
