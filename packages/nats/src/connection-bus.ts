import { ValidationError } from "@depthwire/core";
import type { BusMessage, BusStatus } from "@depthwire/relay";
import { RelayError } from "@depthwire/relay";
import { drawNonce } from "@depthwire/relay/internal";
import { createInbox, errors, type Msg, type NatsConnection, type Status } from "@nats-io/nats-core";
import type { NatsBusCounts, NatsBusEvent } from "./bus-event.js";
import { forbiddenBy } from "./connection-failure.js";
import { GatheredSends, type GatheredSendsParts } from "./gathered-sends.js";
import type { NatsBus, NatsServerInfo } from "./nats-bus.js";

/** Where answers go. To any other subject nobody is answered: with the rights of this process, an answer would be a message of its own there. */
const inboxPrefix = "_INBOX.";

/** A request that may still be answered. */
interface OpenRequest {
  readonly answered: (bytes: Uint8Array | undefined) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The bus that {@link NatsBus} describes. It owns the connection: closing it closes both. */
export class ConnectionBus implements NatsBus {
  readonly connection: NatsConnection;
  readonly #listeners = new Set<(status: BusStatus) => void>();
  readonly #eventListeners = new Set<(event: NatsBusEvent) => void>();
  /** By the last part of the subject that the answers come to. */
  readonly #asked = new Map<string, OpenRequest>();
  readonly #inbox: string;
  readonly #counts = { published: 0, dropped: 0, forbidden: 0, reconnects: 0, slowConsumer: 0, tooLarge: 0 };
  readonly #gathered: GatheredSends;
  readonly #afterTurn: GatheredSendsParts["afterTurn"];
  #status: BusStatus = "connected";

  /**
   * @param afterTurn calls back once, when this turn of the event loop has dealt with what came in
   * @param ownInboxes before the subjects that answers come to; undefined: the client's usual one
   */
  constructor(connection: NatsConnection, afterTurn: GatheredSendsParts["afterTurn"], ownInboxes?: string) {
    this.connection = connection;
    this.#inbox = createInbox(ownInboxes);
    // A page refuses its own functions where they are called as methods of something else.
    this.#afterTurn = (work) => afterTurn(work);
    this.#gathered = new GatheredSends({ send: (...message) => this.#sendNow(...message), afterTurn });
    // One subscription for all answers, so that they keep their order with everything else that comes in.
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) {
          this.#take(message);
        }
      },
    });
    void this.#follow();
  }

  get status(): BusStatus {
    return this.#status;
  }

  get server(): string {
    return this.connection.getServer();
  }

  get serverInfo(): NatsServerInfo | undefined {
    const { info } = this.connection;
    return info === undefined
      ? undefined
      : {
          version: info.version,
          name: info.server_name,
          cluster: info.cluster,
          hasJetStream: info.jetstream === true,
          asksForKeys: info.auth_required === true,
          maxPayloadBytes: info.max_payload,
        };
  }

  get counts(): NatsBusCounts {
    return { ...this.#counts };
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onEvent(listener: (event: NatsBusEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** What is published while disconnected is lost at once: sent after the reconnect it would be news no longer. */
  publish(subject: string, bytes: Uint8Array): void {
    this.#send(subject, bytes);
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, forbidden?: () => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) {
          handler(new NatsMessage(message, this.#respond));
        } else if (error instanceof errors.PermissionViolationError) {
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
    // Processes with one key hear each other's answers: if these were numbered, one of them could have an owner's answer told to another one's next question.
    const request = drawNonce().toString(36);
    // A process that was busy reads what waits for it before it takes a question for unanswered: timers come first.
    const timer: NodeJS.Timeout | number = setTimeout(() => this.#afterTurn(() => this.#end(request)), limitMs);
    if (typeof timer === "object") {
      // No question keeps a process alive. In a page a timer is a number.
      timer.unref();
    }
    this.#asked.set(request, { answered, timer });
    this.#send(subject, bytes, `${this.#inbox}.${request}`);
  }

  async flush(): Promise<void> {
    this.#gathered.flush();
    await this.connection.flush();
  }

  async close(): Promise<void> {
    this.#gathered.flush();
    this.#change("disconnected");
    await this.connection.close();
  }

  #send(subject: string, bytes: Uint8Array, reply?: string): void {
    if (this.#status !== "connected" || this.connection.isClosed()) {
      this.#counts.dropped++;
      return;
    }
    if (bytes.length > (this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY)) {
      this.#counts.tooLarge++;
      this.#tell({ kind: "too-large", subject, bytes: bytes.length });
      return;
    }
    this.#gathered.add(subject, bytes, reply);
  }

  #sendNow(subject: string, bytes: Uint8Array, reply: string | undefined): void {
    if (this.#status !== "connected" || this.connection.isClosed()) {
      this.#counts.dropped++;
      return;
    }
    this.#counts.published++;
    this.connection.publish(subject, bytes, reply === undefined ? undefined : { reply });
  }

  #take({ subject, data, headers }: Msg): void {
    // Without data, and with headers: nobody listens. The limit tells that.
    if (headers?.code !== noResponders) {
      this.#asked.get(subject.slice(this.#inbox.length + 1))?.answered(data);
    }
  }

  #end(request: string): void {
    const asked = this.#asked.get(request);
    this.#asked.delete(request);
    clearTimeout(asked?.timer);
    asked?.answered(undefined);
  }

  readonly #respond = (reply: string | undefined, bytes: Uint8Array): void => {
    if (reply?.startsWith(inboxPrefix) === true) {
      this.#send(reply, bytes);
    }
  };

  async #follow(): Promise<void> {
    for await (const status of this.connection.status()) {
      this.#hear(status);
    }
  }

  #hear(status: Status): void {
    if (status.type === "disconnect" || status.type === "staleConnection" || status.type === "close") {
      this.#change("disconnected");
    } else if (status.type === "reconnect") {
      this.#counts.reconnects++;
      this.#change("connected");
      this.#tell({ kind: "reconnected", server: this.server });
    } else if (status.type === "error") {
      this.#hearError(status.error);
    }
  }

  #hearError(cause: Error): void {
    const error = forbiddenBy(cause);
    if (error !== undefined) {
      this.#counts.forbidden++;
      this.#tell({ kind: "forbidden", error });
    } else if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError) {
      const refused = new RelayError("relay-login-refused", { address: this.server }, { cause });
      this.#tell({ kind: "login-refused", error: refused });
    } else if (/slow consumer/i.test(cause.message)) {
      this.#counts.slowConsumer++;
      this.#tell({ kind: "slow-consumer", server: this.server });
    }
  }

  #tell(event: NatsBusEvent): void {
    for (const listener of this.#eventListeners) {
      listener(event);
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

/**
 * The client's own connection of a bus, for JetStream.
 *
 * @throws ValidationError `option-invalid` for a bus that this package has not opened
 */
export function connectionOf(bus: NatsBus): NatsConnection {
  if (bus instanceof ConnectionBus) {
    return bus.connection;
  }
  throw new ValidationError("option-invalid", { option: "bus", rule: "a bus that openNatsBus has opened" });
}

/** A message whose texts are decoded by whoever needs them: a frame's receiver needs none. */
class NatsMessage implements BusMessage {
  readonly #message: Msg;
  readonly #answer: (reply: string | undefined, bytes: Uint8Array) => void;

  constructor(message: Msg, answer: (reply: string | undefined, bytes: Uint8Array) => void) {
    this.#message = message;
    this.#answer = answer;
  }

  get subject(): string {
    return this.#message.subject;
  }

  get bytes(): Uint8Array {
    return this.#message.data;
  }

  get asker(): string | undefined {
    const { reply } = this.#message;
    // A connection's questions differ in the last part of the subject that their answers come to.
    return reply === undefined || reply === "" ? undefined : reply.slice(0, reply.lastIndexOf("."));
  }

  get respond(): (bytes: Uint8Array) => void {
    return (bytes) => this.#answer(this.#message.reply, bytes);
  }
}

/** Status of an answer that the server gives where nobody listens. */
const noResponders = 503;
