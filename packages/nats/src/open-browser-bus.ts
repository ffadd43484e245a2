import { ValidationError } from "@depthwire/core";
import { type Authenticator, nkeyAuthenticator, nkeys, wsconnect } from "@nats-io/nats-core";
import { readBusAddresses } from "./bus-addresses.js";
import { connectionRules, defaultConnectLimitMs } from "./bus-options.js";
import { connectKnowingAll } from "./connect-knowing-all.js";
import { ConnectionBus } from "./connection-bus.js";
import { connectionFailure } from "./connection-failure.js";
import { inboxPrefixOf } from "./inbox-prefix.js";
import type { NatsBus } from "./nats-bus.js";

/** How a page reaches a bus. */
export interface BrowserNatsBusOptions {
  /** Addresses of the servers' WebSocket port, such as `wss://relay-1:9222`. A lost one is followed by the next, for ever. */
  readonly servers: readonly string[];
  /** Name of this page, as the server lists it. */
  readonly name: string;
  /**
   * An NKey seed. Everybody who can run a script in the page can read it, so it should be that of the role `consumer`, which can only read.
   */
  readonly seed?: string | undefined;
  /** Allows `ws://` to other computers; default false. */
  readonly allowInsecure?: boolean | undefined;
}

/**
 * Connects a page to NATS by its WebSocket port.
 *
 * @throws RelayError `relay-insecure`: nothing was sent; `relay-login-refused`
 * @throws TransportError `connect-failed` where no server is reached
 * @throws ValidationError `option-invalid`
 */
export async function openNatsBus(options: BrowserNatsBusOptions): Promise<NatsBus> {
  const { servers, name, seed, allowInsecure = false } = options;
  const addresses = readBusAddresses(servers, { schemes: ["wss", "ws"], isEncrypted: false, allowInsecure });
  const identity = seed === undefined ? undefined : identityOf(seed);
  try {
    const connection = await connectKnowingAll(addresses, (inOrder) =>
      wsconnect({
        ...connectionRules,
        servers: inOrder.map(({ host, isEncrypted }) => `${isEncrypted ? "wss" : "ws"}://${host}`),
        name,
        timeout: defaultConnectLimitMs,
        // A server names others by their own ports, which a page can't reach.
        ignoreClusterUpdates: true,
        ...identity,
      }),
    );
    // A page publishes next to nothing.
    return new ConnectionBus(connection, queueMicrotask, identity?.inboxPrefix);
  } catch (cause) {
    throw connectionFailure(cause, servers);
  }
}

function identityOf(seed: string): { readonly authenticator: Authenticator; readonly inboxPrefix: string } {
  const bytes = new TextEncoder().encode(seed.trim());
  try {
    const publicKey = nkeys.fromSeed(bytes).getPublicKey();
    return { authenticator: nkeyAuthenticator(bytes), inboxPrefix: inboxPrefixOf(publicKey) };
  } catch {
    // The library's own error quotes what it read.
    throw new ValidationError("option-invalid", {
      option: "seed",
      rule: "an NKey seed: 58 letters that begin with SU",
    });
  }
}
