import { type HttpClient, type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";
import type { Dispatcher } from "undici";
import { createDispatcher, type NodeHttpOptions } from "./http-dispatcher.js";

/** An {@link HttpClient} with connections of its own. */
export interface NodeHttpClient {
  readonly request: HttpClient;
  /** Ends the idle connections, then the others when their request is answered, and after `closeWithinMs` whatever is left. */
  close(): Promise<void>;
}

const defaultCloseWithinMs = 5_000;

/**
 * HTTP on Node's own client library: connections are kept, proxies are taken from the environment. Its errors know whether a byte
 * of the request may have left. It never sends a request twice.
 */
export function createNodeHttpClient(options: NodeHttpOptions = {}): NodeHttpClient {
  const dispatcher = createDispatcher(options);
  const running = new Running();
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
      const { origin, pathname } = new URL(address);
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
      const path = (pathname === "/" ? "" : pathname) + wanted.target;
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

/** Counts requests that are under way. The library's own `close` waits for them without end, and cannot be cut short. */
class Running {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** A request begins. Returns what says, once, that it ended. */
  begin(): () => void {
    this.#count++;
    let hasEnded = false;
    return () => {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      this.#count--;
      if (this.#count === 0) {
        for (const resume of this.#waiting.splice(0)) {
          resume();
        }
      }
    };
  }

  /** Resolves when nothing is under way, at the latest after `withinMs`. */
  async finish(withinMs: number): Promise<void> {
    if (this.#count === 0) {
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }
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
