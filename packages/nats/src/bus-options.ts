/**
 * Where the key of this process for the bus is: a file of mode 0600 with NKey seeds, or with the credentials that `nsc` writes. The first line of a file of
 * seeds is one, and each further line is the name of another NATS account and the seed there, as `depthwire relay config` writes it. `account` says which:
 * the line with this name, such as `leases`. By default, and where no line has the name, the first.
 */
export type NatsKeyFile =
  | { readonly seedFile: string; readonly account?: string | undefined }
  | { readonly credentialsFile: string };

/** Certificates. All are paths of PEM files. */
export interface NatsTlsOptions {
  /** Who signs the servers' certificates; by default those whom the system trusts. */
  readonly caFile?: string | undefined;
  /** Certificate of this process, where servers ask for one; with `keyFile`. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** How a bus is reached. */
export interface NatsBusOptions {
  /** Addresses, such as `nats://127.0.0.1:4222` or `tls://relay-1:4222`. A lost one is followed by the next, for ever. */
  readonly servers: readonly string[];
  /** Name of this process, as the server lists it. */
  readonly name: string;
  /** Who this process is; absent where servers ask nobody. */
  readonly key?: NatsKeyFile | undefined;
  /** Everything is encrypted where it is given, or where one address begins with `tls://`. */
  readonly tls?: NatsTlsOptions | undefined;
  /** Allows addresses of other computers without encryption; default false. */
  readonly allowInsecure?: boolean | undefined;
  /** How long each server may take until it has let this process in, milliseconds; default 5,000. What listens there may be no nats-server at all. */
  readonly connectLimitMs?: number | undefined;
}

/** Until a server has let a process in: one that is stopped, or is none, takes connections and never says a word. Milliseconds. */
export const defaultConnectLimitMs = 5_000;

/** How connections are kept, wherever they are made. */
export const connectionRules = {
  maxReconnectAttempts: -1,
  /** The order is drawn before. */
  noRandomize: true,
  /** Milliseconds between two attempts at one server, with a little chance on top. */
  reconnectTimeWait: 100,
  reconnectJitter: 50,
  reconnectJitterTLS: 50,
  /** Milliseconds. The server is asked so often whether it lives; after two silent answers the next server is tried. */
  pingInterval: 2_000,
  /** A server that is being configured refuses logins for a moment. */
  ignoreAuthErrorAbort: true,
  noAsyncTraces: true,
} as const;
