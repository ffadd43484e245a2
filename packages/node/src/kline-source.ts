import { compileOperation, decodeResponse, encodePublicRequest } from "@depthwire/core";
import { coinMarginedPairGrammar, spot, usdt, usdtMarginedPairGrammar } from "@depthwire/schema";
import type { KlineSource } from "@depthwire/stream";
import { fetchWhole } from "./fetch-whole.js";

/** How the venue's candles are asked for. */
export interface KlineSourceOptions {
  /** Base address of the REST service, `http:` or `https:`. */
  readonly restAddress: string;
  /** No whole answer after so many milliseconds: the request failed. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

const contractPattern = new RegExp(`${usdtMarginedPairGrammar.pattern}|${coinMarginedPairGrammar.pattern}`);

/**
 * A `KlineSource` on `GET /v2/mdata/kline`, for spot pairs on `GET /v3/mdata/kline`. It needs no key.
 *
 * @throws (the source) TransportError `aborted`, `timed-out`, `connect-failed`, `connection-lost`; VenueError; ProtocolError
 *   `response-not-json`, `response-shape`, `text-too-long`
 * @spec document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data; field note 22
 */
export function createKlineSource({ restAddress, timeoutMs = 10_000 }: KlineSourceOptions): KlineSource {
  const ofContracts = compileOperation(usdt.getKlines);
  const ofSpot = compileOperation(spot.getKlines);
  const base = restAddress.replace(/\/+$/, "");
  return async (pair, { period, size, signal }) => {
    const operation = contractPattern.test(pair) ? ofContracts : ofSpot;
    const { target } = encodePublicRequest(operation, { pair, period, size });
    return decodeResponse(operation, await fetchWhole(base + target, { signal, timeoutMs }));
  };
}
