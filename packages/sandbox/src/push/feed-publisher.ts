import type { Clock } from "@depthwire/core";
import type { EncodedFrame } from "@depthwire/core/internal";
import type { ExchangeEvent } from "@depthwire/exchange";
import { type Market, type Trade, viewDeal } from "@depthwire/exchange/internal";
import { pushKlinePeriod } from "@depthwire/schema/internal";
import type { FaultPlan } from "../faults/fault-plan.js";
import { type Audience, FaultyDelivery } from "../faults/faulty-delivery.js";
import type { Barrier } from "../host/barrier.js";
import type { ExchangeHost } from "../host/exchange-host.js";
import { DepthHistory } from "./depth-history.js";
import { updateMessage } from "./depth-message.js";
import type { Feed, FeedMessage } from "./feed.js";
import { changeMessage, fullMessage } from "./feed-source.js";
import type { Hub } from "./hub.js";
import { audienceKey, type Outlet } from "./outlet/outlet.js";
import type { PushConnection } from "./push-connection.js";

/** Where a publisher stands. */
export interface FeedPublisherParts {
  readonly host: ExchangeHost;
  readonly hub: Hub;
  readonly outlets: readonly Outlet[];
  readonly faults: FaultPlan;
  readonly clock: Clock;
  /** Keeps a message that nobody can write from all others. */
  readonly barrier: Barrier;
  /** Between two publications of one pair, in milliseconds. */
  readonly depthIntervalMs: number;
}

const periods: readonly string[] = Object.values<string>(pushKlinePeriod.members);

/** Publishes feeds to their listeners, at every outlet. Each message is written and compressed once for each outlet, however many listen. */
export class FeedPublisher {
  readonly #parts: FeedPublisherParts;
  readonly #delivery: FaultyDelivery;
  readonly #depth: DepthHistory;
  /** Messages as they are sent: each is made once for all who get it. */
  readonly #written: WeakMap<object, Map<Outlet, EncodedFrame>> = new WeakMap();
  /** Feeds of which something is to be told with the next beat of their pair. */
  readonly #changed: Map<string, Set<Feed["kind"]>> = new Map();
  #messagesPublished = 0;

  constructor(parts: FeedPublisherParts) {
    this.#parts = parts;
    const { faults, clock, host, barrier } = parts;
    this.#depth = new DepthHistory(host);
    const sources = {
      random: faults.random,
      usual: (outlet: Outlet, feed: Feed, message: FeedMessage) => this.#write(outlet, feed, message),
      earlier: (pair: string, publications: number) => this.#depth.earlier(pair, publications),
      bestAsk: (pair: string) => this.#depth.snapshot(pair)?.asks[0],
    };
    this.#delivery = new FaultyDelivery(faults, sources, clock, barrier);
    host.listen((event) => this.#hear(event));
  }

  /** Depth publications that somebody listened to. */
  get messagesPublished(): number {
    return this.#messagesPublished;
  }

  /** Whether somebody listens to anything of the pair that is told with its beat. */
  isWanted(pair: string): boolean {
    return this.isHeard(depthOf(pair)) || (this.#changed.get(pair)?.size ?? 0) > 0;
  }

  /** The pair's beat: its depth, if it changed, and what else has changed. */
  publish(pair: string): void {
    if (this.isHeard(depthOf(pair))) {
      this.#publishDepth(pair);
    }
    const kinds = this.#changed.get(pair);
    this.#changed.delete(pair);
    for (const kind of kinds ?? []) {
      for (const feed of feedsOf(kind, pair)) {
        if (!this.isHeard(feed)) {
          continue;
        }
        const message = changeMessage(this.#parts.host, feed);
        if (message !== undefined) {
          this.tell(feed, message);
        }
      }
    }
  }

  /** Whether somebody listens to the pair's depth. */
  isDepthWanted(pair: string): boolean {
    return this.isHeard(depthOf(pair));
  }

  /** Publishes states of a pair's depth beyond those of its beat; see `LoadDepth`. */
  load(pair: string, publications: number): void {
    const { host } = this.#parts;
    const market = host.exchange.market(pair);
    if (market === undefined) {
      return;
    }
    this.#tellPublications(depthOf(pair), market, host.apply({ kind: "load-depth", pair, publications }));
  }

  /** Sends everything that a feed has to say to a new subscriber: the next update of the channel follows it. */
  welcome(outlet: Outlet, feed: Feed, connection: PushConnection): void {
    const message = this.#everything(feed);
    if (message !== undefined) {
      this.greet(outlet, feed, message, connection);
    }
  }

  /** Sends one of the first messages of a feed to one new subscriber. */
  greet(outlet: Outlet, feed: Feed, message: FeedMessage, connection: PushConnection): void {
    const audience: Audience = {
      outlet,
      send: connection.send.bind(connection),
      cut: connection.cut.bind(connection),
      close: (code) => connection.close(code, "as ordered"),
      silence: connection.silence.bind(connection),
    };
    this.#delivery.deliver(feed, message, "snapshots", [audience]);
  }

  /**
   * If nobody listened lately, the last publication is old, and a new listener gets a new one.
   *
   * @param minAgeMs how old the last publication is at least; the interval of publications by default
   */
  refresh(pair: string, minAgeMs: number = this.#parts.depthIntervalMs): void {
    const { host } = this.#parts;
    // Where nothing can be kept the last publication is the latest for good.
    if (host.hasEnded) {
      return;
    }
    const published = host.exchange.published(pair);
    const ageMs = host.now() - (published?.updatedAtMs ?? 0);
    if (!this.isHeard(depthOf(pair)) && ageMs >= minAgeMs) {
      this.#publishDepth(pair);
    }
  }

  /** Whether somebody listens. */
  isHeard(feed: Feed): boolean {
    const { hub, outlets } = this.#parts;
    return outlets.some((outlet) => hub.hasListeners(audienceKey(outlet, feed)));
  }

  /** Tells a message to everybody who listens. */
  tell(feed: Feed, message: FeedMessage): void {
    const { hub, outlets } = this.#parts;
    const audiences = outlets.flatMap((outlet): Audience[] => {
      const key = audienceKey(outlet, feed);
      if (!hub.hasListeners(key)) {
        return [];
      }
      return [{ outlet, ...hub.audienceOf(key) }];
    });
    this.#delivery.deliver(feed, message, "updates", audiences);
  }

  /** Forgets messages that are held back. */
  stop(): void {
    this.#delivery.stop();
  }

  /** The exchange has gone back: what was made of its later states is worth nothing. */
  goneBack(): void {
    this.#delivery.stop();
    this.#depth.forget();
    this.#changed.clear();
  }

  #hear(event: ExchangeEvent): void {
    if (event.kind === "trade") {
      this.#tellDeal(event);
      this.#note(event.pair, "kline");
      this.#note(event.pair, "ticker");
    } else if (event.kind === "price-marked") {
      this.#note(event.pair, "tag-price-kline");
    }
  }

  #tellDeal(trade: Trade): void {
    const feed: Feed = { kind: "deals", pair: trade.pair, period: "" };
    const market = this.#parts.host.exchange.market(trade.pair);
    if (market === undefined || !this.isHeard(feed)) {
      return;
    }
    this.tell(feed, { feed: "deals", kind: "incremental", deals: [viewDeal(market, trade)] });
  }

  #note(pair: string, kind: Feed["kind"]): void {
    if (!feedsOf(kind, pair).some((feed) => this.isHeard(feed))) {
      return;
    }
    const kinds = this.#changed.get(pair) ?? new Set();
    kinds.add(kind);
    this.#changed.set(pair, kinds);
  }

  #publishDepth(pair: string): void {
    const { host, faults } = this.#parts;
    const market = host.exchange.market(pair);
    if (market === undefined) {
      return;
    }
    const feed = depthOf(pair);
    const seqStep = this.isHeard(feed) ? faults.takeSeqStep(pair) : 1;
    this.#tellPublications(feed, market, host.apply({ kind: "publish-depth", pair, seqStep }));
    // The best quotes of the ticker move with the book.
    this.#note(pair, "ticker");
  }

  #tellPublications(feed: Feed, market: Market, events: readonly ExchangeEvent[]): void {
    if (!this.isHeard(feed)) {
      return;
    }
    for (const event of events) {
      if (event.kind !== "depth-published") {
        continue;
      }
      this.#messagesPublished += 1;
      this.tell(feed, { feed: "depth", message: updateMessage(market, event) });
    }
  }

  #everything(feed: Feed): FeedMessage | undefined {
    if (feed.kind !== "depth") {
      return fullMessage(this.#parts.host, feed);
    }
    const message = this.#depth.snapshot(feed.pair);
    return message === undefined ? undefined : { feed: "depth", message };
  }

  #write(outlet: Outlet, feed: Feed, message: FeedMessage): EncodedFrame {
    const key = message.feed === "depth" ? message.message : message;
    const written = this.#written.get(key) ?? new Map<Outlet, EncodedFrame>();
    const frame = written.get(outlet) ?? outlet.frame(feed, message, outlet.text(feed, message), "usual");
    written.set(outlet, frame);
    this.#written.set(key, written);
    return frame;
  }
}

function depthOf(pair: string): Feed {
  return { kind: "depth", pair, period: "" };
}

function feedsOf(kind: Feed["kind"], pair: string): readonly Feed[] {
  if (kind === "kline") {
    return periods.map((period) => ({ kind, pair, period }));
  }
  return [{ kind, pair, period: "" }];
}
