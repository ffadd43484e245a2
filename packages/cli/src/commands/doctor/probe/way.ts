import { environmentProxy } from "@depthwire/node/internal";

/** Steps from here to an answer, in their order. `proxy`: reaching it, and its leave to go on. */
export type ProbeStep = "proxy" | "dns" | "connect" | "tls" | "http";

/** An address taken apart, and the way there. */
export interface Way {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** The environment's proxy for it; undefined: directly. */
  readonly proxy: URL | undefined;
}

const securePort = 443;
const plainPort = 80;
const proxyPort = 80;

/** The way that the product's own connections would take. */
export function wayTo(address: string, environment: Readonly<Record<string, string | undefined>>): Way {
  const url = new URL(address);
  const isSecure = url.protocol === "https:" || url.protocol === "wss:";
  // Proxies are looked up by the scheme of sockets; they are the same for both.
  const proxy = environmentProxy(address.replace(/^http/, "ws"), environment);
  return {
    url,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? securePort : plainPort) : Number(url.port),
    isSecure,
    proxy: proxy === undefined ? undefined : new URL(proxy.includes("://") ? proxy : `http://${proxy}`),
  };
}

/** Host and port of a proxy, without its user and password. */
export function proxyPlace(proxy: URL): { readonly host: string; readonly port: number } {
  return {
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port === "" ? (proxy.protocol === "https:" ? securePort : proxyPort) : Number(proxy.port),
  };
}
