import type { ExchangeEvent } from "@depthwire/exchange";
import { type AccountId, viewAccount } from "@depthwire/exchange/internal";
import type { InputOf } from "@depthwire/schema";
import type { PrivateEvent } from "@depthwire/schema/internal";
import type { ExchangeHost } from "../host/exchange-host.js";
import { privateFeed } from "./feed.js";
import type { FeedPublisher } from "./feed-publisher.js";
import type { Hub } from "./hub.js";
import { audienceKey, type Outlet } from "./outlet/outlet.js";
import type { PushConnection } from "./push-connection.js";
import type { PrivateFamily } from "./push-path.js";

/** Somebody who logged in. */
export interface PrivateSession {
  readonly apiKey: string;
  readonly userId: string;
  /** The family whose contracts it tells of. Assets are those of the whole contract account. */
  readonly family: PrivateFamily;
  readonly outlet: Outlet;
  readonly connection: PushConnection;
  /** The key is one no more. */
  revoke(): void;
}

/** What a private stream says of an event, and the pair that it is about, where it is about one. */
interface Told {
  readonly pair?: string;
  readonly event: InputOf<PrivateEvent>;
}

/** Changes of positions that their owners did not ask for. @spec document 1, Events, Protocol A */
const passive: ReadonlySet<string> = new Set(["lighten", "liquidate", "auto-deleverage"]);

/** The private streams: what happens to an account, to each of its sessions, in the order in which it happens. */
export class PrivateSessions {
  readonly #host: ExchangeHost;
  readonly #hub: Hub;
  readonly #feeds: FeedPublisher;
  /** By account: most events are those of accounts that nobody listens to. */
  readonly #sessions: Map<AccountId, Set<PrivateSession>> = new Map();

  constructor(host: ExchangeHost, hub: Hub, feeds: FeedPublisher) {
    this.#host = host;
    this.#hub = hub;
    this.#feeds = feeds;
    host.listen((event) => this.#hear(event));
  }

  /** Tells the whole account; what happens from now on follows. Plan orders have no initial message. */
  open(session: PrivateSession): void {
    const { userId, family, outlet, connection } = session;
    const feed = privateFeed(userId, family);
    const sessions = this.#sessions.get(Number(userId)) ?? new Set();
    this.#sessions.set(Number(userId), sessions.add(session));
    this.#hub.subscribe(audienceKey(outlet, feed), connection);
    for (const event of this.#everything(userId, family)) {
      this.#feeds.greet(outlet, feed, { feed: "private", userId, event }, connection);
    }
  }

  /** One login after another on the same connection: the account is told again, and not lost in between. */
  replace(former: PrivateSession | undefined, next: PrivateSession): void {
    if (former !== undefined && former.userId === next.userId) {
      this.#leave(former);
    } else if (former !== undefined) {
      this.close(former);
    }
    this.open(next);
  }

  /** Nothing more on this session. */
  close(session: PrivateSession): void {
    const account = Number(session.userId);
    const isKnown = this.#sessions.get(account)?.has(session) === true;
    this.#leave(session);
    if (isKnown && !this.#sessions.has(account)) {
      this.#lose(account);
    }
  }

  /** The exchange has gone back to where nobody of these was: they are not lost by their clients. */
  forget(): void {
    this.#sessions.clear();
  }

  #leave(session: PrivateSession): void {
    const account = Number(session.userId);
    const sessions = this.#sessions.get(account);
    sessions?.delete(session);
    if (sessions?.size === 0) {
      this.#sessions.delete(account);
    }
    this.#hub.unsubscribe(audienceKey(session.outlet, privateFeed(session.userId, session.family)), session.connection);
  }

  /** The last session of an account is gone. When the venue ends, it is not the user who has gone. */
  #lose(account: AccountId): void {
    const isWanted = this.#host.exchange.state.users.get(account)?.cancelOnDisconnect === true;
    if (isWanted && !this.#hub.isEnding && !this.#host.hasEnded) {
      this.#host.apply({ kind: "private-stream-lost", account });
    }
  }

  #everything(userId: string, family: PrivateFamily): readonly InputOf<PrivateEvent>[] {
    const { assets, positions, openOrders } = viewAccount(this.#host.exchange.state, Number(userId));
    const own = <Item extends object>(items: readonly Item[]): (Item & { readonly userId: string })[] =>
      items.map((item) => ({ ...item, userId }));
    return [
      { kind: "all-assets", value: own(assets) },
      { kind: "all-positions", value: own(positions.filter(({ pair }) => this.#isOf(family, pair))) },
      { kind: "all-orders", value: own(openOrders.filter(({ pair }) => this.#isOf(family, pair))) },
    ];
  }

  #hear(event: ExchangeEvent): void {
    const sessions = "account" in event ? this.#sessions.get(event.account) : undefined;
    if (sessions === undefined || !("account" in event)) {
      return;
    }
    if (event.kind === "key-revoked") {
      for (const session of sessions) {
        if (session.apiKey === event.apiKey) {
          session.revoke();
        }
      }
      return;
    }
    const userId = String(event.account);
    const told = toldOf(event, userId);
    if (told === undefined) {
      return;
    }
    for (const family of new Set([...sessions].map((session) => session.family))) {
      if (!this.#isOf(family, told.pair)) {
        continue;
      }
      this.#feeds.tell(privateFeed(userId, family), { feed: "private", userId, event: told.event });
    }
  }

  #isOf(family: PrivateFamily, pair: string | undefined): boolean {
    return pair === undefined || this.#host.exchange.market(pair)?.family === family;
  }
}

/** What a private stream says about an event, if anything. */
function toldOf(event: ExchangeEvent, userId: string): Told | undefined {
  switch (event.kind) {
    case "filled":
      return { pair: event.fill.pair, event: { kind: "fill", value: { ...event.fill, userId } } };
    case "order-changed":
      return { pair: event.order.pair, event: { kind: "order", value: { ...event.order, userId } } };
    case "position-changed":
      return { pair: event.position.pair, event: { kind: "position", value: { ...event.position, userId } } };
    case "assets-changed":
      return { event: { kind: "asset", value: { ...event.assets, userId } } };
    case "plan-changed":
      return { pair: event.plan.pair, event: { kind: "plan-order", value: event.plan } };
    case "position-logged":
      return passive.has(event.change.type)
        ? { pair: event.change.pair, event: { kind: "position-change", value: { ...event.change, userId } } }
        : undefined;
    default:
      return undefined;
  }
}
