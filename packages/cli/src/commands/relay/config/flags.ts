import { isLoopbackHost } from "@depthwire/nats/internal";
import { RelayError } from "@depthwire/relay";
import { Refused } from "../../../program/refused.js";

/** What the command line says. */
export interface RelayConfigFlags {
  readonly directory: string;
  readonly servers: string;
  readonly store?: string;
  readonly websocket?: boolean;
  readonly leafnodes?: boolean;
  readonly monitor?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCa?: string;
  readonly allowInsecure?: boolean;
  readonly serverVersion?: string;
  readonly force?: boolean;
}

/** Where one server is. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly isLoopback: boolean;
}

/** Above it the ports for pages are no ports any more. */
const lastPort = 60_000;
const hostForm = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?$/;

/** Reads the list of servers. @throws Refused `usage`; RelayError `relay-insecure` */
export function serverAddresses({
  servers,
  tlsCert,
  allowInsecure = false,
}: RelayConfigFlags): readonly ServerAddress[] {
  const addresses = servers.split(",").map((text) => {
    const [, host = "", digits = ""] = /^(.+):(\d{1,5})$/.exec(text.trim()) ?? [];
    const port = Number(digits);
    if (!hostForm.test(host) || port < 1 || port > lastPort) {
      throw new Refused("usage", `--servers ${text}: it takes HOST:PORT, with a port from 1 to ${lastPort}`);
    }
    return { host, port, isLoopback: isLoopbackHost(host) };
  });
  const names = addresses.map(({ host, port }) => `${host}:${port}`);
  if (new Set(names).size < names.length) {
    throw new Refused("usage", `--servers ${servers}: one address stands there twice`);
  }
  const far = addresses.find(({ isLoopback }) => !isLoopback);
  if (far !== undefined && tlsCert === undefined && !allowInsecure) {
    throw new RelayError("relay-insecure", { address: `${far.host}:${far.port}` });
  }
  return addresses;
}

/** @throws Refused `usage` where a certificate stands without its key */
export function checkTlsFlags({ tlsCert, tlsKey, tlsCa }: RelayConfigFlags): void {
  if ((tlsCert === undefined) !== (tlsKey === undefined) || (tlsCa !== undefined && tlsCert === undefined)) {
    throw new Refused("usage", "--tls-cert and --tls-key go together, and --tls-ca with them");
  }
}
