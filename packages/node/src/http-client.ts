import { type HttpClient, type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from "undici";

/** TLS options of HTTP and WebSocket connections, as Node's `tls.connect` takes them. */
export interface HttpTlsOptions {
  /** Certificates to trust instead of the well-known ones, PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** The client's own certificate, PEM. */
  readonly cert?: string | undefined;
  /** Its key, PEM. A secret. */
  readonly key?: string | undefined;
  /** The name that the server's certificate must have, where it is not the address's. */
  readonly servername?: string | undefined;
}

/** How HTTP connections are made. */
export interface NodeHttpOptions {
  /** Connections to one address at most; default 8. Each carries one request at a time. */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept, in milliseconds; default 4,000: less than servers usually keep theirs. */
  readonly keepAliveMs?: number | undefined;
  /** No connection after so many milliseconds: nothing was sent. Default 5,000. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * A proxy's address; `environment` (the default) takes HTTPS_PROXY, HTTP_PROXY and NO_PROXY as other programs do; `none` asks nobody.
   */
  readonly proxy?: string | "environment" | "none" | undefined;
  readonly tls?: HttpTlsOptions | undefined;
}

/** An {@link HttpClient} with connections of its own. */
export interface NodeHttpClient {
  readonly request: HttpClient;
  /** Ends the idle connections, then the others when their request is answered. */
  close(): Promise<void>;
}

/**
 * HTTP on Node's own client library: connections are kept, proxies are taken from the environment. Its errors know whether a byte of
 * the request may have left, and no request is ever sent twice by itself.
 */
export function createNodeHttpClient(options: NodeHttpOptions = {}): NodeHttpClient {
  const dispatcher = createDispatcher(options);
  return {
    request: (address, request, limits) =>
      new Promise((resolve, reject) => {
        if (limits.signal?.aborted === true) {
          reject(new TransportError("aborted", {}, { cause: limits.signal.reason }));
          return;
        }
        const { origin, pathname } = new URL(address);
        const exchange = new Exchange(address, limits.maxBodyBytes, resolve, reject);
        const follow = (): void => exchange.abort();
        limits.signal?.addEventListener("abort", follow);
        exchange.onEnd = () => limits.signal?.removeEventListener("abort", follow);
        const path = (pathname === "/" ? "" : pathname) + request.target;
        const { method, headers, body } = request;
        dispatcher.dispatch({ origin, path, method, headers: { ...headers }, body: body ?? null }, exchange);
      }),
    close: () => dispatcher.close(),
  };
}

function createDispatcher(options: NodeHttpOptions): Dispatcher {
  const { connections = 8, keepAliveMs = 4_000, connectTimeoutMs = 5_000, proxy = "environment", tls = {} } = options;
  const { ca, ...rest } = tls;
  const secure = { ...rest, ...(ca === undefined ? {} : { ca: typeof ca === "string" ? ca : [...ca] }) };
  const usual = {
    connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // The caller's own limits bound the call.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...secure, timeout: connectTimeoutMs },
  };
  switch (proxy) {
    case "none":
      return new Agent(usual);
    case "environment":
      return new EnvHttpProxyAgent({ ...usual, requestTls: secure });
    default:
      return new ProxyAgent({ ...usual, uri: proxy, requestTls: secure });
  }
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
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

  /** The caller gives up. A request that waits for a connection is not sent any more. */
  abort(): void {
    this.#isAborted = true;
    this.#fail(new TransportError("aborted", {}, { ambiguous: this.#isSent }));
    this.#controller?.abort(new Error("the caller gave up"));
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
