import {
  compileOperation,
  decodeResponse,
  encodePublicRequest,
  type HttpResponse,
  ProtocolError,
  TransportError,
} from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import type { DepthSource } from "@depthwire/stream";

/** How the venue's REST depth is asked for. */
export interface DepthSourceOptions {
  /** Base address of the REST service, `http:` or `https:`. */
  readonly restAddress: string;
  /** No whole answer after so many milliseconds: the request failed. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** An answer of 200 levels a side takes 16 KiB; more than this is none. */
const maxAnswerBytes = 1_048_576;

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
    const deadline = AbortSignal.timeout(timeoutMs);
    const response = await fetchWhole(base + target, signal, deadline, timeoutMs);
    const { updatedAtMs, asks, bids } = decodeResponse(operation, response);
    return { updatedAtMs, asks: asks ?? [], bids: bids ?? [] };
  };
}

async function fetchWhole(
  address: string,
  signal: AbortSignal | undefined,
  deadline: AbortSignal,
  timeoutMs: number,
): Promise<HttpResponse> {
  const ends = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  let answered: Response | undefined;
  try {
    answered = await fetch(address, { signal: ends, redirect: "manual" });
    return { status: answered.status, body: await readBody(answered) };
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    if (signal?.aborted === true) throw new TransportError("aborted", {}, { cause });
    if (deadline.aborted) throw new TransportError("timed-out", { afterMs: timeoutMs }, { cause });
    throw answered === undefined
      ? new TransportError("connect-failed", { address, attempts: 1 }, { cause })
      : new TransportError("connection-lost", { address }, { cause });
  }
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > maxAnswerBytes) throw new ProtocolError("text-too-long", { limit: maxAnswerBytes });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
