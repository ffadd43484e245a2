import { type Clock, ProtocolError } from "@depthwire/core";
import { encodeErrorMessage, encodePong } from "@depthwire/core/internal";
import type { VenueCode } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import { Allowance } from "../guard/allowance.js";
import type { RefusalLog } from "../guard/refusal-log.js";
import type { Barrier } from "../host/barrier.js";
import type { ApiKeys } from "../keys/api-keys.js";
import type { Latency } from "../latency/latency.js";
import { venueText } from "../rest/venue-text.js";
import { failedCloseCode, floodCloseCode, revokedCloseCode } from "./close-codes.js";
import { protocolOf, type SpokenProtocol } from "./dialect/choose-dialect.js";
import type { ClientDialect, ClientRequest } from "./dialect/client-dialect.js";
import type { Feed } from "./feed.js";
import type { FeedPublisher } from "./feed-publisher.js";
import type { Hub } from "./hub.js";
import { audienceKey } from "./outlet/outlet.js";
import type { PrivateSession, PrivateSessions } from "./private-sessions.js";
import type { PushConnection } from "./push-connection.js";
import type { PrivateFamily } from "./push-path.js";

/** How much a client may send a second, and at once; 0: any number. */
export interface PushBounds {
  readonly messagesPerSecond: number;
  /** Subscriptions and logins, repeated ones too: each is answered with everything. */
  readonly subscriptionsPerSecond: number;
}

/** What clients can reach. */
export interface PushServices {
  readonly barrier: Barrier;
  readonly latency: Latency;
  readonly hub: Hub;
  readonly feeds: FeedPublisher;
  readonly sessions: PrivateSessions;
  readonly keys: ApiKeys;
  readonly dialects: Readonly<Record<SpokenProtocol, ClientDialect>>;
  readonly serviceName: string;
  /** The machine's time: what guards the machine does not go by the venue's, which may stand or run ahead. */
  readonly machine: Clock;
  readonly bounds: PushBounds;
  readonly refusalLog: RefusalLog;
  /** Whether there is such a feed: its pair is traded, and contracts alone have tag prices. */
  hasFeed(feed: Feed): boolean;
}

/** What is answered with everything. */
const costly: ReadonlySet<ClientRequest["kind"]> = new Set(["subscribe", "login"]);
/** Where a client comes from. */
export interface ClientOrigin {
  /** Its IP address. */
  readonly address: string;
  /** The family whose private stream the path of its connection has. */
  readonly family: PrivateFamily;
}

/** One client. Its first subscription or login decides which protocol it speaks from then on. */
export class PushClient {
  readonly #connection: PushConnection;
  readonly #services: PushServices;
  /** The hub's keys of what the client listens to, by channel. */
  readonly #audiences: Map<string, string> = new Map();
  #protocol: SpokenProtocol | undefined;
  /** Whose private stream this is, after a login. */
  #session: PrivateSession | undefined;
  readonly #origin: ClientOrigin;
  readonly #messages: Allowance;
  readonly #subscriptions: Allowance;
  #isFlooding = false;

  constructor(connection: PushConnection, services: PushServices, origin: ClientOrigin) {
    this.#connection = connection;
    this.#services = services;
    this.#origin = origin;
    const { machine, bounds } = services;
    this.#messages = new Allowance(bounds.messagesPerSecond, machine.monotonicMs());
    this.#subscriptions = new Allowance(bounds.subscriptionsPerSecond, machine.monotonicMs());
  }

  /** One message of the client. When it cannot be obeyed for a fault of the sandbox, the connection ends, and nothing else. */
  receive(text: string): void {
    this.#take(() => this.#hear(text));
  }

  /**
   * A control ping or pong of the client, asked for or not: it costs as much to read as a message, and counts as one.
   *
   * @param answer what is done about one that is within the client's share
   */
  receiveControl(answer: () => void = () => {}): void {
    this.#take(answer);
  }

  /** Counts what came, and ends a client that sends too much of it. */
  #take(hear: () => void): void {
    this.#connection.heard();
    // A client in a black hole is not heard either.
    if (this.#connection.isSilent || this.#isFlooding) {
      return;
    }
    const { barrier, machine } = this.#services;
    const fail = (): void => this.#connection.close(failedCloseCode, "the sandbox failed");
    const isTaken = this.#messages.take(machine.monotonicMs());
    barrier.guard("client-failed", isTaken ? hear : () => this.#endFlood(), fail);
  }

  #hear(text: string): void {
    const spoken = protocolOf(text, this.#services.serviceName);
    this.#protocol ??= spoken;
    if (spoken !== undefined && spoken !== this.#protocol) {
      // One connection speaks one protocol.
      this.#refuse(3017, undefined);
      return;
    }
    const request = this.#decode(text);
    if (request === undefined) {
      return;
    }
    if (costly.has(request.kind) && !this.#subscriptions.take(this.#services.machine.monotonicMs())) {
      this.#refuse(3010, request.kind === "subscribe" ? request.channel : this.#dialect.privateChannel);
      this.#tellRefusal("subscriptions-refused", this.#services.bounds.subscriptionsPerSecond);
      return;
    }
    this.#obey(request);
  }

  /** The connection is gone. */
  end(): void {
    this.#services.barrier.guard("client-failed", () => this.#endSession());
  }

  /** Nothing more is heard of the client: what it has sent already may be much. */
  #endFlood(): void {
    this.#isFlooding = true;
    this.#refuse(3010, undefined);
    this.#tellRefusal("push-client-closed", this.#services.bounds.messagesPerSecond);
    this.#connection.close(floodCloseCode, "too many messages");
  }

  #tellRefusal(event: string, perSecond: number): void {
    this.#services.refusalLog.tell(event, { address: this.#origin.address, perSecond });
  }

  get #dialect(): ClientDialect {
    return this.#services.dialects[this.#protocol ?? "prefix"];
  }

  #decode(text: string): ClientRequest | undefined {
    try {
      return this.#dialect.decode(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        throw error;
      }
      // A well-formed message that asks for nothing we offer gets 3017; anything else, which is not a message at all, gets 3010.
      this.#refuse(error.code === "message-shape" ? 3017 : 3010, undefined);
      return undefined;
    }
  }

  #obey(request: ClientRequest): void {
    switch (request.kind) {
      case "subscribe":
        this.#subscribe(request.channel, request.compressed);
        break;
      case "unsubscribe":
        this.#unsubscribe(request.channel);
        break;
      case "login":
        this.#login(request);
        break;
      case "logout":
        this.#logout(request.apiKey);
        break;
      case "ping":
        this.#connection.send(this.#dialect.notice(encodePong(request.ms)));
        break;
      case "pong":
        break;
    }
  }

  #subscribe(channel: string, compressed: boolean): void {
    const { hub, feeds, hasFeed } = this.#services;
    const feed = this.#dialect.feedOf(channel);
    if (feed === undefined || !hasFeed(feed)) {
      this.#refuse(3009, channel);
      return;
    }
    const outlet = this.#dialect.outlet(compressed);
    const key = audienceKey(outlet, feed);
    const known = this.#audiences.get(channel);
    if (known === undefined && this.#audiences.size >= limits.subscriptions.max) {
      this.#refuse(3010, channel);
      return;
    }
    if (known !== key) {
      if (known !== undefined) {
        hub.unsubscribe(known, this.#connection);
      }
      if (feed.kind === "depth") {
        feeds.refresh(feed.pair);
      }
      this.#audiences.set(channel, key);
      hub.subscribe(key, this.#connection);
    }
    // A repeated subscription is answered like the first one: with everything.
    feeds.welcome(outlet, feed, this.#connection);
  }

  #unsubscribe(channel: string): void {
    const key = this.#audiences.get(channel);
    this.#audiences.delete(channel);
    if (key !== undefined) {
      this.#services.hub.unsubscribe(key, this.#connection);
    } else if (channel === this.#dialect.privateChannel) {
      this.#endSession();
    }
  }

  #login({ apiKey, signature, stringToSign }: Extract<ClientRequest, { kind: "login" }>): void {
    const { keys, sessions } = this.#services;
    const claim = {
      apiKey,
      signature,
      signed: [stringToSign],
      permission: "read",
      address: this.#origin.address,
    } as const;
    const verdict = keys.authenticate(claim);
    if ("refused" in verdict) {
      this.#refuse(verdict.refused, this.#dialect.privateChannel);
      return;
    }
    const userId = String(verdict.userId);
    const outlet = this.#dialect.outlet(false);
    this.#connection.belongsTo(verdict.userId);
    this.#connection.send(this.#dialect.acknowledgement(userId));
    const { family } = this.#origin;
    const former = this.#session;
    this.#session = { apiKey, userId, family, outlet, connection: this.#connection, revoke: () => this.#revoke() };
    sessions.replace(former, this.#session);
  }

  /** The key of the session is one no more. */
  #revoke(): void {
    this.#refuse(3012, this.#dialect.privateChannel);
    this.#endSession();
    this.#connection.close(revokedCloseCode, "the key was revoked");
  }

  /** Giving up one's own stream needs no proof; another key's is not on this connection. */
  #logout(apiKey: string): void {
    if (this.#session?.apiKey === apiKey) {
      this.#endSession();
    } else {
      this.#refuse(3012, this.#dialect.privateChannel);
    }
  }

  #endSession(): void {
    if (this.#session !== undefined) {
      this.#services.sessions.close(this.#session);
    }
    this.#session = undefined;
    this.#connection.belongsTo(undefined);
  }

  #refuse(code: VenueCode, channel: string | undefined): void {
    this.#connection.send(this.#dialect.notice(encodeErrorMessage(code, venueText(code), channel)));
  }
}
