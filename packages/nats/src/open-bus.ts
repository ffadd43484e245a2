import { connect } from "@nats-io/transport-node";
import { NatsBus } from "./nats-bus.js";

/** How a bus is reached. */
export interface NatsBusOptions {
  /** Addresses, such as `nats://127.0.0.1:4222`. A lost one is followed by the next, for ever. */
  readonly servers: readonly string[];
  /** Name of this process, as the server lists it. */
  readonly name: string;
}

/** The server is asked so often whether it lives; after two silent answers the next server is tried. */
const pingEveryMs = 2_000;
/** Between two attempts to reconnect, with a little chance on top. */
const reconnectPauseMs = 100;
const reconnectJitterMs = 50;

/**
 * Connects to NATS.
 *
 * @throws Error where no server is reached
 */
export async function openNatsBus({ servers, name }: NatsBusOptions): Promise<NatsBus> {
  const connection = await connect({
    servers: [...servers],
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectPauseMs,
    reconnectJitter: reconnectJitterMs,
    pingInterval: pingEveryMs,
  });
  return new NatsBus(connection);
}
