import { type HttpClient, type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";
import type { Dispatcher } from "undici";
import { createFetchHttpClient } from "./fetch-http-client.js";
import {
  canDispatch,
  createDispatcher,
  defaultCloseWithinMs,
  type HttpConnections,
  type NodeHttpOptions,
} from "./http-dispatcher.js";
import { known } from "./known.js";
import type { NodeHttpClient } from "./node-http-client.js";
import { RunningRequests } from "./running-requests.js";

/**
 * HTTP on Node's own client library: connections are kept, proxies are taken from the environment. Its errors know whether a byte
 * of the request may have left. It never sends a request twice. Where the library's place is taken by a stand-in (Bun has one of its
 * own, which cannot dispatch), the runtime's `fetch` does it: `createFetchHttpClient`.
 */
export function createNodeHttpClient(options: NodeHttpOptions = {}): NodeHttpClient {
  return canDispatch() ? createDispatchedClient(createDispatcher(options), options) : createFetchHttpClient(options);
}

function createDispatchedClient(dispatcher: HttpConnections, options: NodeHttpOptions): NodeHttpClient {
  const running = new RunningRequests();
  const places = new Map<string, Place>();
  let isClosed = false;
  const request: HttpClient = (address, wanted, limits) =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new TransportError("closed", {}));
        return;
      }
      const over = [limits.signal, limits.unsentSignal].find((signal) => signal?.aborted === true);
      if (over !== undefined) {
        reject(new TransportError("aborted", {}, { cause: over.reason }));
        return;
      }
      const { origin, folder } = known(places, address, placeOf);
      const roundTrip = new RoundTrip(address, limits.maxBodyBytes, resolve, reject);
      const ended = running.begin();
      const follow = (): void => roundTrip.abort();
      const stop = (): void => roundTrip.stopUnsent();
      limits.signal?.addEventListener("abort", follow);
      limits.unsentSignal?.addEventListener("abort", stop);
      roundTrip.onEnd = () => {
        limits.signal?.removeEventListener("abort", follow);
        limits.unsentSignal?.removeEventListener("abort", stop);
        ended();
      };
      const path = folder + wanted.target;
      const { method, headers, body } = wanted;
      dispatcher.dispatch({ origin, path, method, headers: { ...headers }, body: body ?? null }, roundTrip);
    });
  return {
    request,
    close: async () => {
      isClosed = true;
      await running.finish(options.closeWithinMs ?? defaultCloseWithinMs);
      await dispatcher.destroy();
    },
  };
}

/** What requests to an address have in common. */
interface Place {
  readonly origin: string;
  readonly folder: string;
}

function placeOf(address: string): Place {
  const { origin, pathname } = new URL(address);
  return { origin, folder: pathname === "/" ? "" : pathname };
}

/** One request and its answer. */
class RoundTrip implements Dispatcher.DispatchHandler {
  onEnd: () => void = () => undefined;
  readonly #address: string;
  readonly #maxBodyBytes: number;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #parts: Buffer[] = [];
  #length = 0;
  #status = 0;
  #isSent = false;
  #isAborted = false;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(
    address: string,
    maxBodyBytes: number,
    resolve: (response: HttpResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#address = address;
    this.#maxBodyBytes = maxBodyBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The caller gives up. A request that waits for a connection is no longer sent. */
  abort(): void {
    this.#isAborted = true;
    this.#fail(new TransportError("aborted", {}, { ambiguous: this.#isSent }));
    this.#controller?.abort(new Error("the caller gave up"));
  }

  /** The request is no longer wanted if it has not begun. */
  stopUnsent(): void {
    if (!this.#isSent) {
      this.abort();
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAborted) {
      controller.abort(new Error("the caller gave up"));
    } else if (this.#isSent) {
      // The library would send the request on another connection. It may have arrived already.
      controller.abort(new Error("not sent twice"));
    } else {
      this.#isSent = true;
    }
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#maxBodyBytes) {
      const limit = this.#maxBodyBytes;
      this.#fail(new ProtocolError("text-too-long", { limit }, { ambiguous: true }));
      controller.abort(new Error("the answer is too long"));
    } else {
      this.#parts.push(part);
    }
  }

  onResponseEnd(): void {
    this.onEnd();
    this.#resolve({ status: this.#status, body: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    const address = this.#address;
    this.#fail(
      this.#isSent
        ? new TransportError("connection-lost", { address }, { ambiguous: true, cause: plain(cause) })
        : new TransportError("connect-failed", { address, attempts: 1 }, { cause: plain(cause) }),
    );
  }

  #fail(error: unknown): void {
    this.onEnd();
    this.#reject(error);
  }
}

/** What the library's error says, without what it may hold on to: sockets, and with them headers. */
function plain(error: Error): Error {
  const { code } = error as { readonly code?: unknown };
  return new Error(typeof code === "string" ? `${error.message} (${code})` : error.message);
}
