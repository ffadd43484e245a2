/** One message as a subscriber gets it. The bytes are the subscriber's own. */
export interface BusMessage {
  readonly subject: string;
  readonly bytes: Uint8Array;
  /**
   * Names the connection that asks: the same for all its questions. Undefined for what is no question, and where the bus does not tell. An owner answers no
   * connection more than its share.
   */
  readonly asker?: string | undefined;
  /** Answers whoever asked, on the connection that publishes. Does nothing where nobody asked. */
  respond(bytes: Uint8Array): void;
}

/** Where a connection to the bus stands. */
export type BusStatus = "connected" | "disconnected";

/**
 * A connection to a message system. Messages of one connection reach another one in their order, or not at all: the
 * message system may lose them, and nothing here depends on its telling so.
 */
export interface Bus {
  readonly status: BusStatus;
  /** Tells each change of the status. Returns what ends that. */
  onStatus(listener: (status: BusStatus) => void): () => void;
  /** Sends a message to whoever listens now. While disconnected it is lost. */
  publish(subject: string, bytes: Uint8Array): void;
  /**
   * Listens to a subject until what is returned is called. The subscription outlives a lost connection.
   *
   * @param forbidden called where the bus does not permit it
   */
  subscribe(subject: string, handler: (message: BusMessage) => void, forbidden?: () => void): () => void;
  /**
   * Asks whoever listens. Each answer within the limit is told, in order with everything else of this connection: two may
   * believe to be the owner. At the end `answered` is called with undefined.
   */
  request(subject: string, bytes: Uint8Array, limitMs: number, answered: (bytes: Uint8Array | undefined) => void): void;
}
