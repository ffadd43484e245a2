import { readFileSync } from "node:fs";
import type { Agent } from "node:http";
import { ValidationError } from "@depthwire/core";
import { HttpsProxyAgent } from "https-proxy-agent";
import { type Environment, environmentProxy } from "./environment-proxy.js";
import type { HttpTlsOptions } from "./http-dispatcher.js";
import { type ProxyCredentialOptions, proxyAuthorization } from "./proxy-credential.js";

/** TLS options of WebSocket connections. */
export interface SocketTlsOptions extends HttpTlsOptions {
  /**
   * File with the key (PEM), instead of `key`. Connections in threads need it: a thread is handed no secret, but reads the
   * file itself at each connection.
   */
  readonly keyFile?: string | undefined;
}

/** The way from here to the venue. Plain data: it is handed to threads. */
export interface SocketNetworkOptions extends ProxyCredentialOptions {
  /**
   * An HTTP proxy's address, without user or password (see `proxyCredential`); `environment` (the default) goes by HTTPS_PROXY, HTTP_PROXY and
   * NO_PROXY, where a password may stand, and never asks a proxy for this machine; `none` asks nobody.
   */
  readonly proxy?: string | undefined;
  readonly tls?: SocketTlsOptions | undefined;
}

/** What `ws` takes of it. */
export interface ConnectionOptions {
  readonly agent?: Agent;
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
}

/**
 * Checks what no connection would be made with.
 *
 * @throws ValidationError `option-invalid`
 */
export function checkNetwork({ proxy, proxyCredential, tls }: SocketNetworkOptions, shards: number): void {
  if (proxy !== undefined && proxy !== "environment" && proxy !== "none" && !isPlainProxy(proxy)) {
    const rule = "environment, none, or an http: or https: address without user and password";
    throw new ValidationError("option-invalid", { option: "proxy", rule });
  }
  if (tls?.key !== undefined && shards > 0) {
    throw new ValidationError("option-invalid", { option: "tls.key", rule: "a keyFile where shards are in threads" });
  }
  if (proxyCredential !== undefined && shards > 0) {
    const rule = "a proxyCredentialFile where shards are in threads";
    throw new ValidationError("option-invalid", { option: "proxyCredential", rule });
  }
}

function isPlainProxy(proxy: string): boolean {
  try {
    const { protocol, username, password } = new URL(proxy);
    return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
  } catch {
    return false;
  }
}

/**
 * Options of one connection.
 *
 * @throws Error of `node:fs` if the key cannot be read; TypeError for an invalid address
 */
export function connectionOptions(
  address: string,
  { proxy = "environment", tls = {}, ...credential }: SocketNetworkOptions,
  environment: Environment = process.env,
): ConnectionOptions {
  const { ca, cert, key, keyFile, servername } = tls;
  const proxyAddress = proxy === "environment" ? environmentProxy(address, environment) : proxy;
  const secret = keyFile === undefined ? key : readFileSync(keyFile, "utf8");
  return {
    ...(proxyAddress === undefined || proxyAddress === "none" ? {} : { agent: proxyAgent(proxyAddress, credential) }),
    ...(ca === undefined ? {} : { ca: typeof ca === "string" ? [ca] : [...ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(secret === undefined ? {} : { key: secret }),
    ...(servername === undefined ? {} : { servername }),
  };
}

function proxyAgent(address: string, credential: ProxyCredentialOptions): HttpsProxyAgent<string> {
  const authorization = proxyAuthorization(credential);
  return new HttpsProxyAgent(
    address,
    authorization === undefined ? {} : { headers: { "proxy-authorization": authorization } },
  );
}
