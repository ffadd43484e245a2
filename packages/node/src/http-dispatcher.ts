import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from "undici";
import { isThisMachine } from "./environment-proxy.js";
import { known } from "./known.js";
import { type ProxyCredentialOptions, proxyAuthorization } from "./proxy-credential.js";

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

/** Connections to one address, where nothing else is said. */
export const defaultConnections = 8;

/** How long closing waits for answers, where nothing else is said. Milliseconds. */
export const defaultCloseWithinMs = 5_000;

/** How HTTP connections are made. */
export interface NodeHttpOptions extends ProxyCredentialOptions {
  /** Connections to one address at most; default 8. Each carries one request at a time. */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept, in milliseconds; default 4,000: less than servers usually keep theirs. */
  readonly keepAliveMs?: number | undefined;
  /**
   * Longest time for each step to a connection, in milliseconds; default 5,000: to the venue or the proxy, through the proxy, and
   * TLS. No connection by then: nothing was sent.
   */
  readonly connectTimeoutMs?: number | undefined;
  /** How long closing waits for answers that are still to come, in milliseconds; default 5,000. Then connections are cut. */
  readonly closeWithinMs?: number | undefined;
  /**
   * A proxy's address; `environment` (the default) takes HTTPS_PROXY, HTTP_PROXY and NO_PROXY as other programs do, and never asks a proxy for this
   * machine; `none` asks nobody.
   */
  readonly proxy?: string | "environment" | "none" | undefined;
  readonly tls?: HttpTlsOptions | undefined;
}

/** Connections to a proxy: a tunnel that it does not open in time is given up, and its socket destroyed. */
class ProxyConnections extends Pool {
  readonly #openWithinMs: number;

  constructor(origin: URL, options: object, openWithinMs: number) {
    super(origin, options);
    this.#openWithinMs = openWithinMs;
  }

  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): void;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): Promise<Dispatcher.ConnectData> | undefined {
    const bounded = { ...options, signal: AbortSignal.timeout(this.#openWithinMs) };
    if (callback === undefined) {
      return super.connect(bounded);
    }
    super.connect(bounded, callback);
    return undefined;
  }
}

/** Connections that requests are sent over. */
export interface HttpConnections {
  dispatch(options: Agent.DispatchOptions & { readonly origin: string }, handler: Dispatcher.DispatchHandler): boolean;
  /** Cuts them all. */
  destroy(): Promise<void>;
}

/** Connections by the environment's proxies. Those to this machine are made directly, as sockets are: a proxy elsewhere takes its name for itself. */
function byEnvironment(proxied: EnvHttpProxyAgent.Options, usual: Agent.Options): HttpConnections {
  const direct = new Agent(usual);
  const byProxy = new EnvHttpProxyAgent(proxied);
  const ways = new Map<string, Dispatcher>();
  const wayTo = (origin: string): Dispatcher => (isThisMachine(new URL(origin).hostname) ? direct : byProxy);
  return {
    dispatch: (options, handler) => known(ways, options.origin, wayTo).dispatch(options, handler),
    destroy: async () => {
      await Promise.all([direct.destroy(), byProxy.destroy()]);
    },
  };
}

/** Whether the library is itself: Bun puts a stand-in in its place, whose agents cannot dispatch. */
export function canDispatch(): boolean {
  const { dispatch }: Partial<Agent> = Agent.prototype;
  return typeof dispatch === "function";
}

/** Connections made as the options say. */
export function createDispatcher(options: NodeHttpOptions): HttpConnections {
  const {
    connections = defaultConnections,
    keepAliveMs = 4_000,
    connectTimeoutMs = 5_000,
    proxy = "environment",
    tls = {},
  } = options;
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
  if (proxy === "none") {
    return new Agent(usual);
  }
  const token = proxyAuthorization(options);
  const proxied = {
    ...usual,
    requestTls: { ...secure, timeout: connectTimeoutMs },
    proxyTls: { timeout: connectTimeoutMs },
    clientFactory: (origin: URL, given: object) => new ProxyConnections(origin, given, connectTimeoutMs),
    ...(token === undefined ? {} : { token }),
  };
  return proxy === "environment" ? byEnvironment(proxied, usual) : new ProxyAgent({ ...proxied, uri: proxy });
}
