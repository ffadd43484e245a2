import { connect } from "@nats-io/transport-node";
import { readBusAddresses } from "./bus-addresses.js";
import { connectionRules, defaultConnectLimitMs, type NatsBusOptions } from "./bus-options.js";
import { connectKnowingAll } from "./connect-knowing-all.js";
import { ConnectionBus } from "./connection-bus.js";
import { connectionFailure } from "./connection-failure.js";
import { readBusKey } from "./key-file.js";
import type { NatsBus } from "./nats-bus.js";

/**
 * Connects to NATS. Where the way is to be encrypted, nothing is sent to a server that does not offer it, and its certificate is checked.
 *
 * @throws RelayError `relay-insecure`, `relay-key-unusable`: nothing was sent; `relay-login-refused`
 * @throws TransportError `connect-failed` where no server is reached
 * @throws ValidationError `option-invalid`
 */
export async function openNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const { servers, name, key, tls, allowInsecure = false } = options;
  const { connectLimitMs: timeout = defaultConnectLimitMs } = options;
  const isEncrypted = tls !== undefined || servers.some((server) => server.startsWith("tls://"));
  const addresses = readBusAddresses(servers, { schemes: ["nats", "tls"], isEncrypted, allowInsecure });
  const { authenticator, inboxPrefix } = key === undefined ? nobody : await readBusKey(key);
  try {
    const connection = await connectKnowingAll(addresses, (inOrder) =>
      connect({
        ...connectionRules,
        servers: inOrder.map(({ host }) => host),
        name,
        timeout,
        // A server may name others of its cluster. Without encryption those on other computers are not ours to use.
        ignoreClusterUpdates: !isEncrypted && !allowInsecure,
        ...(authenticator === undefined ? {} : { authenticator }),
        ...(inboxPrefix === undefined ? {} : { inboxPrefix }),
        ...(isEncrypted ? { tls: filesOf(tls ?? {}) } : {}),
      }),
    );
    return new ConnectionBus(connection, setImmediate, inboxPrefix);
  } catch (cause) {
    throw connectionFailure(cause, servers);
  }
}

/** Where servers ask nobody who they are. */
const nobody = { authenticator: undefined, inboxPrefix: undefined } as const;

/** Only what is given: the library takes a key whose value is undefined for one that is there. */
function filesOf({ caFile, certFile, keyFile }: NonNullable<NatsBusOptions["tls"]>): Record<string, string> {
  const files = Object.entries({ caFile, certFile, keyFile });
  return Object.fromEntries(files.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
