import { summaryOf } from "@depthwire/exchange/internal";
import { wallet } from "@depthwire/schema";
import { type Handler, signedHandler } from "../../handler.js";

/**
 * What the spot account has: coins of which there is something, or every coin of the venue.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getSpotAssets: Handler = signedHandler(wallet.getSpotAssets, ({ detail }, account, { host }) =>
  summaryOf(host.exchange.state, account, "spot", detail ?? "totals"),
);
