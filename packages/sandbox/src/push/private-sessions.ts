import type { EncodedFrame } from "@depthwire/core";
import type { InputOf, PrivateEvent } from "@depthwire/schema";
import type { ExchangeEvent } from "../exchange/event.js";
import { viewAccount } from "../exchange/view/account-view.js";
import type { ExchangeHost } from "../exchange-host.js";
import type { ClientDialect } from "./dialect/client-dialect.js";
import type { PushConnection } from "./push-connection.js";

/** Somebody who logged in. */
export interface PrivateSession {
  readonly userId: number;
  readonly dialect: ClientDialect;
  readonly connection: PushConnection;
}

/** Changes of positions that their owners did not ask for. @spec document 1, Events, Protocol A */
const passive: ReadonlySet<string> = new Set(["lighten", "liquidate", "auto-deleverage"]);

/** The private streams: what happens to an account, to each of its sessions, in the order in which it happens. */
export class PrivateSessions {
  readonly #host: ExchangeHost;
  readonly #sessions: Map<number, Set<PrivateSession>> = new Map();

  constructor(host: ExchangeHost) {
    this.#host = host;
    host.listen((event) => this.#hear(event));
  }

  /** Acknowledges a login and tells the whole account; what happens from now on follows. Plan orders have no initial message. */
  open(session: PrivateSession): void {
    const { userId, dialect, connection } = session;
    const { assets, positions, openOrders } = viewAccount(this.#host.exchange.state, userId);
    const own = <Item extends object>(items: readonly Item[]): (Item & { readonly userId: string })[] =>
      items.map((item) => ({ ...item, userId: String(userId) }));
    connection.send(dialect.acknowledgement(userId));
    const initial: readonly InputOf<PrivateEvent>[] = [
      { kind: "allAssets", value: own(assets) },
      { kind: "allPositions", value: own(positions) },
      { kind: "allOrders", value: own(openOrders) },
    ];
    for (const event of initial) connection.send(dialect.privateEvent(userId, event));
    const sessions = this.#sessions.get(userId) ?? new Set();
    sessions.add(session);
    this.#sessions.set(userId, sessions);
  }

  /** Nothing more on this session. */
  close(session: PrivateSession): void {
    const sessions = this.#sessions.get(session.userId);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(session.userId);
  }

  #hear(event: ExchangeEvent): void {
    if (!("account" in event) || typeof event.account !== "number") return;
    const { account: userId } = event;
    const sessions = this.#sessions.get(userId);
    const told = sessions === undefined ? undefined : privateEventOf(event, String(userId));
    if (sessions === undefined || told === undefined) return;
    const written = new Map<ClientDialect, EncodedFrame>();
    for (const { dialect, connection } of sessions) {
      const frame = written.get(dialect) ?? dialect.privateEvent(userId, told);
      written.set(dialect, frame);
      connection.send(frame);
    }
  }
}

/** What a private stream says of an event; nothing where it says nothing. */
function privateEventOf(event: ExchangeEvent, userId: string): InputOf<PrivateEvent> | undefined {
  switch (event.kind) {
    case "filled":
      return { kind: "fill", value: { ...event.fill, userId } };
    case "order-changed":
      return { kind: "order", value: { ...event.order, userId } };
    case "position-changed":
      return { kind: "position", value: { ...event.position, userId } };
    case "assets-changed":
      return { kind: "asset", value: { ...event.assets, userId } };
    case "plan-changed":
      return { kind: "planOrder", value: event.plan };
    case "position-logged":
      return passive.has(event.change.type)
        ? { kind: "positionChange", value: { ...event.change, userId } }
        : undefined;
    default:
      return undefined;
  }
}
