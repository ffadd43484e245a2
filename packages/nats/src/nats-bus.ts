import type { Bus } from "@depthwire/relay";
import type { NatsBusCounts, NatsBusEvent } from "./bus-event.js";

/** What a nats-server says of itself. */
export interface NatsServerInfo {
  /** Such as `2.9.10`. */
  readonly version: string;
  readonly name: string;
  /** Undefined where it is alone. */
  readonly cluster: string | undefined;
  /** Whether it keeps anything: leases and minutes of frames need that. */
  readonly hasJetStream: boolean;
  /** Whether it asks who a process is. */
  readonly asksForKeys: boolean;
  /** Longest message that it takes. */
  readonly maxPayloadBytes: number;
}

/** A connection to NATS as the relay's port. `openNatsBus` makes one. */
export interface NatsBus extends Bus {
  /** The server that this process is connected to, or was last: `host:port`. */
  readonly server: string;
  /** What that server says of itself; undefined before it has. */
  readonly serverInfo: NatsServerInfo | undefined;
  /** What happened since the bus was opened. */
  readonly counts: NatsBusCounts;
  /** Tells what the server refuses, and when another server is reached. Returns what ends that. */
  onEvent(listener: (event: NatsBusEvent) => void): () => void;
  /**
   * Sends a message to whoever listens now. What is published while disconnected is lost. A subject that is not permitted is told by
   * {@link NatsBus.onEvent}, and so is a message that is too large.
   */
  publish(subject: string, bytes: Uint8Array): void;
  /** Resolves when the server has dealt with all that was published and subscribed until now. */
  flush(): Promise<void>;
  /** Ends the connection. Never rejects. */
  close(): Promise<void>;
}
