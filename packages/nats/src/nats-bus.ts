import type { Bus, BusMessage, BusStatus } from "@depthwire/relay";
import { createInbox, type Msg, type NatsConnection, PermissionViolationError } from "@nats-io/nats-core";

/** A connection to NATS as the relay's port. It owns the connection: closing it closes both. */
export class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #listeners = new Set<(status: BusStatus) => void>();
  /** Who waits for answers, by the last part of the subject that they come to. */
  readonly #asked = new Map<string, (bytes: Uint8Array | undefined) => void>();
  readonly #inbox = createInbox();
  #status: BusStatus = "connected";
  #requests = 0;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    // One subscription for all answers, so that they keep their order with everything else that comes in.
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) {
          this.#asked.get(message.subject.slice(this.#inbox.length + 1))?.(message.data);
        }
      },
    });
    void this.#follow();
  }

  get status(): BusStatus {
    return this.#status;
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What is published while disconnected is lost at once: sent after the reconnect it would be news no longer. */
  publish(subject: string, bytes: Uint8Array): void {
    if (this.#status === "connected" && !this.#connection.isClosed()) {
      this.#connection.publish(subject, bytes);
    }
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, forbidden?: () => void): () => void {
    const subscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) {
          handler(this.#messageOf(message));
        } else if (error instanceof PermissionViolationError) {
          forbidden?.();
        }
      },
    });
    return () => {
      if (!subscription.isClosed()) {
        subscription.unsubscribe();
      }
    };
  }

  request(
    subject: string,
    bytes: Uint8Array,
    limitMs: number,
    answered: (bytes: Uint8Array | undefined) => void,
  ): void {
    const request = String(++this.#requests);
    this.#asked.set(request, answered);
    setTimeout(() => {
      this.#asked.delete(request);
      answered(undefined);
    }, limitMs).unref();
    if (this.#status === "connected" && !this.#connection.isClosed()) {
      this.#connection.publish(subject, bytes, { reply: `${this.#inbox}.${request}` });
    }
  }

  /** Ends the connection. Never rejects. */
  async close(): Promise<void> {
    this.#change("disconnected");
    await this.#connection.close();
  }

  #messageOf(message: Msg): BusMessage {
    const { reply } = message;
    const respond = (bytes: Uint8Array): void => {
      if (reply !== undefined && reply !== "") {
        this.publish(reply, bytes);
      }
    };
    return { subject: message.subject, bytes: message.data, respond };
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === "disconnect" || type === "staleConnection" || type === "close") {
        this.#change("disconnected");
      } else if (type === "reconnect") {
        this.#change("connected");
      }
    }
  }

  #change(status: BusStatus): void {
    if (status !== this.#status) {
      this.#status = status;
      for (const listener of this.#listeners) {
        listener(status);
      }
    }
  }
}
