import type { Command, ExchangeEvent, ExchangeView } from "@depthwire/exchange";
import type { QueueRule } from "@depthwire/exchange/internal";
import { VirtualClock } from "./clock/virtual-clock.js";
import { type EventListener, ExchangeHost } from "./host/exchange-host.js";
import { ownListener } from "./in-memory/listener.js";
import { createVenueWith, type InMemoryVenue } from "./in-memory/venue.js";
import { type InMemoryVenueOptions, usualPairsOf } from "./in-memory/venue-options.js";
import type { MarketOptions } from "./market/market-options.js";
import { nodePorts } from "./node/node-ports.js";
import { exchangeConfigOf, settingsOf } from "./options.js";
import type { MarketFeed } from "./paper/market-feed.js";
import { mirrorFeed } from "./paper/mirror-feed.js";

/** How an exchange in memory is set up. Everything has a default. */
export interface InMemoryOptions {
  /** Names of contract pairs, or how many; 1 by default. */
  readonly pairs?: number | readonly string[];
  /** Decides the market; 1 by default. */
  readonly seed?: number;
  /** Epoch milliseconds at which its time starts; 2026-01-01 by default. */
  readonly startMs?: number;
  /** Market data of another venue that take the place of the agents. */
  readonly feed?: MarketFeed;
  /** A recorded market that takes the place of the agents. */
  readonly market?: MarketOptions;
  /** Where a user's waiting order stands among the public's orders at its price; `behind-all` by default. */
  readonly queue?: QueueRule;
  /** Between two ticks of index and agents, in milliseconds; 100 by default. */
  readonly tickIntervalMs?: number;
  /** Between two publications of one pair's depth, in milliseconds; 100 by default. */
  readonly depthIntervalMs?: number;
}

/** An exchange without a port and without a real clock: for users' own tests and for simulations. */
export interface InMemoryExchange {
  /** The truth, for reading. */
  readonly exchange: ExchangeView;
  /** Its time in epoch milliseconds. */
  now(): number;
  /** From now on the listener hears every event. */
  listen(listener: EventListener): void;
  /** Carries out one command now. */
  apply(command: Command): readonly ExchangeEvent[];
  /** Lets `ms` milliseconds pass: agents trade, depth is published. */
  advance(ms: number): void;
}

const usualStartMs = Date.UTC(2026, 0, 1);

/**
 * An exchange whose time passes only when you say so. The same options and calls give the same events, to the byte.
 *
 * @throws ValidationError `option-invalid`
 */
export function createInMemoryExchange(options: InMemoryOptions = {}): InMemoryExchange {
  const { startMs = usualStartMs, ...rest } = options;
  const clock = new VirtualClock(startMs);
  const settings = settingsOf({ ...usualPairsOf(rest), ...rest }, { ...nodePorts, clock });
  const host = new ExchangeHost(exchangeConfigOf(settings), clock);
  host.start(
    settings,
    () => true,
    (pair) => host.apply({ kind: "publish-depth", pair }),
  );
  settings.feed?.start(
    mirrorFeed(
      { market: (pair) => host.exchange.market(pair), apply: (command) => host.apply(command) },
      settings.queue,
    ),
    clock,
  );
  return {
    exchange: host.exchange,
    now: () => host.now(),
    listen: (listener) => host.listen(ownListener(listener)),
    apply: (command) => host.apply(command),
    advance: (ms) => clock.advance(ms),
  };
}

export type { AccountView } from "@depthwire/exchange/internal";
export type { EventListener } from "./host/exchange-host.js";
export type { InMemorySocket, InMemorySocketHandlers } from "./in-memory/connection.js";
export type { InMemoryRequest, InMemoryResponse } from "./in-memory/hosted-venue.js";
export type { InMemoryVenue } from "./in-memory/venue.js";
export type { InMemoryVenueOptions } from "./in-memory/venue-options.js";

/**
 * A venue that moves only when it is told to. The same options and calls give the same answers, to the byte.
 *
 * @throws ValidationError `option-invalid`
 */
export function createInMemoryVenue(options: InMemoryVenueOptions = {}): InMemoryVenue {
  return createVenueWith(nodePorts, options);
}
