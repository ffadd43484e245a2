import { type HttpClient, type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";
import { FailedFetches } from "./failed-fetch.js";
import { watchPolicy } from "./policy-watch.js";

/** How HTTP requests are made. */
export interface BrowserHttpOptions {
  /** How long closing waits for answers that are still to come, in milliseconds; default 5,000. Then requests are given up. */
  readonly closeWithinMs?: number | undefined;
}

/** An {@link HttpClient} on `fetch`. */
export interface BrowserHttpClient {
  readonly request: HttpClient;
  /** Waits for the answers that are still to come, and after `closeWithinMs` gives them up. */
  close(): Promise<void>;
}

/** What browsers open to one address; further requests wait inside of them. */
export const browserConnections = 6;

const defaultCloseWithinMs = 5_000;

/** Stands for every redirect: the page is not told which one it was, nor where it leads. */
const someRedirect = 302;

/**
 * HTTP on the browser's `fetch`: no cookies, no cache, no redirects. A page is never told whether a request that failed had been sent: such errors say
 * `ambiguous`. This client sends each request once; the browser sends one again by itself when a connection that had served before ends without an
 * answer, a POST too, and no page can forbid it: so the port says `mayRepeat`.
 */
export function createBrowserHttpClient({
  closeWithinMs = defaultCloseWithinMs,
}: BrowserHttpOptions = {}): BrowserHttpClient {
  const policy = watchPolicy();
  const failures = new FailedFetches(policy);
  const running = new Set<Promise<unknown>>();
  const end = new AbortController();
  let isClosed = false;
  const request: HttpClient = async (address, wanted, limits) => {
    if (isClosed) {
      throw new TransportError("closed", {});
    }
    const over = [limits.signal, limits.unsentSignal].find((signal) => signal?.aborted === true);
    if (over !== undefined) {
      throw new TransportError("aborted", {}, { cause: over.reason });
    }
    const roundTrip = run({ failures, closed: end.signal }, address, wanted, limits);
    running.add(roundTrip);
    try {
      return await roundTrip;
    } finally {
      running.delete(roundTrip);
    }
  };
  return {
    request: Object.assign(request, { mayRepeat: true }),
    async close() {
      isClosed = true;
      await settledWithin([...running], closeWithinMs);
      end.abort();
      policy.stop();
    },
  };
}

/** What the requests of one client share. */
interface Shared {
  readonly failures: FailedFetches;
  /** Ends them all. */
  readonly closed: AbortSignal;
}

async function run(
  { failures, closed }: Shared,
  address: string,
  { method, target, headers, body }: Parameters<HttpClient>[1],
  limits: Parameters<HttpClient>[2],
): Promise<HttpResponse> {
  const given = limits.signal as AbortSignal | undefined;
  const signal = given === undefined ? closed : AbortSignal.any([given, closed]);
  let response: Response;
  try {
    response = await fetch(address + target, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal,
    });
  } catch (error) {
    throw signal.aborted ? abortedError(given) : await failures.explain(address, error);
  }
  try {
    const bytes = await readBody(response, limits.maxBodyBytes);
    return { status: response.type === "opaqueredirect" ? someRedirect : response.status, body: bytes };
  } catch (error) {
    if (error instanceof ProtocolError) {
      throw error;
    }
    throw signal.aborted
      ? abortedError(given)
      : new TransportError("connection-lost", { address }, { ambiguous: true, cause: error });
  }
}

function abortedError(given: AbortSignal | undefined): TransportError {
  return given?.aborted === true
    ? new TransportError("aborted", {}, { ambiguous: true, cause: given.reason })
    : new TransportError("closed", {}, { ambiguous: true });
}

/** @throws ProtocolError `text-too-long`, before it holds more than it may; whatever the stream throws */
async function readBody({ body }: Response, maxBodyBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBodyBytes) {
      await reader?.cancel();
      throw new ProtocolError("text-too-long", { limit: maxBodyBytes }, { ambiguous: true });
    }
    parts.push(part.value);
  }
  return joined(parts, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function settledWithin(promises: readonly Promise<unknown>[], withinMs: number): Promise<void> {
  if (promises.length === 0) {
    return;
  }
  let timer: number | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  await Promise.race([Promise.allSettled(promises), deadline]);
  clearTimeout(timer);
}
