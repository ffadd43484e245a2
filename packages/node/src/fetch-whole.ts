import { type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";

/** Bounds of one call. */
export interface FetchLimits {
  readonly signal: AbortSignal | undefined;
  /** No whole answer after so many milliseconds: the request failed. */
  readonly timeoutMs: number;
}

/** An answer of 1,000 candles takes 130 KiB, one of 200 levels a side 16 KiB; more than this is neither. */
const maxAnswerBytes = 1_048_576;

/**
 * Asks a public address and reads the whole answer. It follows no redirect.
 *
 * @throws TransportError `aborted`, `timed-out`, `connect-failed`, `connection-lost`; ProtocolError `text-too-long`
 */
export async function fetchWhole(address: string, { signal, timeoutMs }: FetchLimits): Promise<HttpResponse> {
  const deadline = AbortSignal.timeout(timeoutMs);
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
