import { accountNames, accountsBlock } from "./accounts-block.js";
import type { ServerAddress } from "./flags.js";
import type { KeptSecrets } from "./kept-secrets.js";
import { quoted } from "./quoted.js";

/** What the configuration of a server depends on. */
export interface ServerSettings {
  /** All servers of the cluster; one that is alone has no routes. */
  readonly servers: readonly ServerAddress[];
  /** Directory for JetStream's files. */
  readonly store: string;
  readonly publicKeys: KeptSecrets["publicKeys"];
  /** Passwords of servers for each other. */
  readonly passwords: { readonly routes: string; readonly leafnodes: string };
  readonly tls: { readonly cert: string; readonly key: string; readonly ca: string | undefined } | undefined;
  readonly doors: { readonly websocket: boolean; readonly leafnodes: boolean; readonly monitor: boolean };
  readonly version: { readonly major: number; readonly minor: number };
}

/** Ports of a server's other doors, by their distance from the one for clients: nats-server's own usual ones. */
const portDistance = { routes: 2_000, leafnodes: 3_200, monitor: 4_000, websocket: 5_000 } as const;

/**
 * A reader that takes nothing for two seconds, or has so much waiting for it, is cut off: what it would get is no news any more, and its memory is the
 * server's. It connects again, and takes snapshots. The snapshots of some thousand pairs go into so much at once.
 */
const slowReader = { writeDeadline: "2s", maxPending: 33_554_432 } as const;

/** Space of what is kept: views in memory; leases and minutes of frames in files. */
const keptBytes = { memory: 268_435_456, file: 4_294_967_296 } as const;

/** The configuration's text of one of the servers. @param index its place in the list */
export function serverConfiguration(settings: ServerSettings, index: number): string {
  const server = settings.servers[index] as ServerAddress;
  const { doors } = settings;
  const parts = [
    "# Written by `depthwire relay config`. Readers' and owners' seeds are not in it: they stand in keys/.",
    `server_name: "relay-${index + 1}"`,
    `listen: ${listen(server, 0)}`,
    ...(server.isLoopback ? [] : [`client_advertise: "${server.host}:${server.port}"`]),
    ...(settings.tls === undefined ? [] : [tlsBlock(settings.tls, "clients")]),
    "",
    "# A server or a client that is gone is known after three silent pings.",
    'ping_interval: "5s"',
    "ping_max: 2",
    "# Slow readers are cut off.",
    `write_deadline: "${slowReader.writeDeadline}"`,
    `max_pending: ${slowReader.maxPending}`,
    "",
    jetStreamBlock(settings, index),
    "",
    'authorization { timeout: "5s" }',
    accountsBlock(settings.publicKeys),
    ...(settings.servers.length === 1 ? [] : ["", clusterBlock(settings, server)]),
    ...(doors.websocket ? ["", webSocketBlock(settings, server)] : []),
    ...(doors.leafnodes ? ["", leafNodeBlock(settings, server)] : []),
    ...(doors.monitor ? ["", `http: "127.0.0.1:${server.port + portDistance.monitor}"`] : []),
  ];
  return `${parts.join("\n")}\n`;
}

function listen({ host, port, isLoopback }: ServerAddress, distance: number): string {
  return `"${isLoopback ? host : "0.0.0.0"}:${port + distance}"`;
}

function tlsBlock({ cert, key, ca }: NonNullable<ServerSettings["tls"]>, peers: "clients" | "servers"): string {
  const trusted = ca === undefined ? "" : `, ca_file: ${quoted(ca)}${peers === "servers" ? ", verify: true" : ""}`;
  return `tls { cert_file: ${quoted(cert)}, key_file: ${quoted(key)}${trusted} }`;
}

function jetStreamBlock({ store, servers, version }: ServerSettings, index: number): string {
  const folder = servers.length === 1 ? store : `${store}/relay-${index + 1}`;
  const isKnown = version.major > 2 || (version.major === 2 && version.minor >= 10);
  return [
    "jetstream {",
    `  store_dir: ${quoted(folder)}`,
    `  max_memory_store: ${keptBytes.memory}`,
    `  max_file_store: ${keptBytes.file}`,
    ...(isKnown
      ? ["  # A lease that was given is on the disk.", "  sync_interval: always"]
      : ["  # sync_interval: unknown before 2.10. Whoever finds a lease older than one seen waits for a whole lease."]),
    "}",
  ].join("\n");
}

function clusterBlock({ servers, passwords, tls }: ServerSettings, server: ServerAddress): string {
  const routes = servers.map(
    ({ host, port }) => `    "nats-route://relay:${passwords.routes}@${host}:${port + portDistance.routes}"`,
  );
  return [
    "cluster {",
    "  name: depthwire",
    `  listen: ${listen(server, portDistance.routes)}`,
    `  authorization { user: relay, password: ${quoted(passwords.routes)}, timeout: 5 }`,
    ...(tls === undefined ? [] : [`  ${tlsBlock(tls, "servers")}`]),
    "  routes: [",
    ...routes,
    "  ]",
    "}",
  ].join("\n");
}

function webSocketBlock({ tls }: ServerSettings, server: ServerAddress): string {
  const way = tls === undefined ? "no_tls: true" : tlsBlock(tls, "clients");
  return ["websocket {", `  listen: ${listen(server, portDistance.websocket)}`, `  ${way}`, "}"].join("\n");
}

function leafNodeBlock({ passwords, tls }: ServerSettings, server: ServerAddress): string {
  return [
    "# A leaf node is a server that is trusted: it asks its own clients who they are. It carries the bus, and neither leases nor what is kept.",
    "leafnodes {",
    `  listen: ${listen(server, portDistance.leafnodes)}`,
    `  authorization { user: leaf, password: ${quoted(passwords.leafnodes)}, account: ${accountNames.bus}, timeout: 5 }`,
    ...(tls === undefined ? [] : [`  ${tlsBlock(tls, "servers")}`]),
    "}",
  ].join("\n");
}
