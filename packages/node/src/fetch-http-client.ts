import { type HttpClient, type HttpRequest, type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";
import { defaultCloseWithinMs, type NodeHttpOptions } from "./http-dispatcher.js";
import type { NodeHttpClient } from "./node-http-client.js";
import { RunningRequests } from "./running-requests.js";

/** What the client needs of `fetch`. */
export type Fetch = (address: string, init: object) => Promise<Response>;

/**
 * Codes of errors that say that no connection was made. Bun's own words first, then those of the system.
 */
const neverConnected: ReadonlySet<unknown> = new Set([
  "ConnectionRefused",
  "FailedToOpenSocket",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * HTTP on the runtime's `fetch`, for runtimes whose `undici` is a stand-in. It does not tell when the first byte leaves: a request counts as sent
 * once it was handed over, unless the error says that no connection was made. So an order that is cut off is more often unknown than on Node,
 * and never wrongly called unsent. Each request has a connection of its own: on a kept one that had ended, it would be sent again.
 *
 * @param fetch the runtime's own, where nothing else is passed
 */
export function createFetchHttpClient(options: NodeHttpOptions = {}, fetch: Fetch = globalThis.fetch): NodeHttpClient {
  const running = new RunningRequests();
  const cut = new AbortController();
  let isClosed = false;
  const request: HttpClient = async (address, wanted, limits) => {
    if (isClosed) {
      throw new TransportError("closed", {});
    }
    const over = [limits.signal, limits.unsentSignal].find((signal) => signal?.aborted === true);
    if (over !== undefined) {
      throw new TransportError("aborted", {}, { cause: over.reason });
    }
    const ended = running.begin();
    const abort = new AbortController();
    const follow = (): void => abort.abort();
    limits.signal?.addEventListener("abort", follow);
    cut.signal.addEventListener("abort", follow);
    try {
      const response = await fetch(addressOf(address, wanted), initOf(wanted, options, abort.signal));
      return { status: response.status, body: await bodyOf(response, limits.maxBodyBytes) };
    } catch (error) {
      abort.abort();
      throw failureOf(error, address, limits.signal?.aborted === true);
    } finally {
      limits.signal?.removeEventListener("abort", follow);
      cut.signal.removeEventListener("abort", follow);
      ended();
    }
  };
  return {
    request,
    close: async () => {
      isClosed = true;
      await running.finish(options.closeWithinMs ?? defaultCloseWithinMs);
      cut.abort();
    },
  };
}

function addressOf(address: string, { target }: HttpRequest): string {
  const { origin, pathname } = new URL(address);
  return origin + (pathname === "/" ? "" : pathname) + target;
}

function initOf({ method, headers, body }: HttpRequest, { proxy, tls }: NodeHttpOptions, signal: AbortSignal): object {
  const isProxy = proxy !== undefined && proxy !== "environment" && proxy !== "none";
  return {
    method,
    headers: { ...headers },
    body,
    signal,
    redirect: "manual",
    keepalive: false,
    ...(isProxy ? { proxy } : {}),
    ...(tls === undefined ? {} : { tls }),
  };
}

async function bodyOf(response: Response, maxBodyBytes: number): Promise<HttpResponse["body"]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBodyBytes) {
      throw new ProtocolError("text-too-long", { limit: maxBodyBytes }, { ambiguous: true });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function failureOf(error: unknown, address: string, isGivenUp: boolean): unknown {
  if (error instanceof ProtocolError) {
    return error;
  }
  if (isGivenUp) {
    return new TransportError("aborted", {}, { ambiguous: true });
  }
  const cause = plain(error);
  return neverConnected.has(codeOf(error))
    ? new TransportError("connect-failed", { address, attempts: 1 }, { cause })
    : new TransportError("connection-lost", { address }, { ambiguous: true, cause });
}

/** Node's `fetch` has the system's error as its cause. */
function codeOf(error: unknown): unknown {
  const { code, cause }: { code?: unknown; cause?: { code?: unknown } } = Object(error);
  return code ?? cause?.code;
}

/** What the error says, without what it may hold on to. */
function plain(error: unknown): Error {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(typeof code === "string" ? `${message} (${code})` : message);
}
