import { compileOperation, decodeResponse, encodePublicRequest } from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import type { DepthSource } from "@depthwire/stream";
import { fetchWhole } from "./fetch-whole.js";

/** How the venue's REST depth is asked for. */
export interface DepthSourceOptions {
  /** Base address of the REST service, `http:` or `https:`. */
  readonly restAddress: string;
  /** No whole answer after so many milliseconds: the request failed. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * A `DepthSource` on `GET /v2/mdata/depth`. It needs no key.
 *
 * @throws (the source) TransportError `aborted`, `timed-out`, `connect-failed`, `connection-lost`; VenueError; ProtocolError
 *   `response-not-json`, `response-shape`, `text-too-long`
 * @spec document 1, Endpoints, Market depth; field note 22
 */
export function createDepthSource({ restAddress, timeoutMs = 10_000 }: DepthSourceOptions): DepthSource {
  const operation = compileOperation(usdt.getDepth);
  const base = restAddress.replace(/\/+$/, "");
  return async (pair, { size, signal }) => {
    const { target } = encodePublicRequest(operation, { pair, size });
    const response = await fetchWhole(base + target, { signal, timeoutMs });
    const { updatedAtMs, asks, bids } = decodeResponse(operation, response);
    return { updatedAtMs, asks: asks ?? [], bids: bids ?? [] };
  };
}
