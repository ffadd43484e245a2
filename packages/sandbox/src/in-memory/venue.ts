import { operatorSnapshots } from "../assemble.js";
import { VirtualClock } from "../clock/virtual-clock.js";
import { type SandboxSettings, settingsOf } from "../options.js";
import { forkedExchange, forkSettings } from "../snapshots/forked.js";
import type { Snapshots } from "../snapshots/snapshots.js";
import type { VenueSnapshot } from "../snapshots/venue-snapshots.js";
import type { SandboxPorts } from "../venue-ports.js";
import { type HostedVenue, openHosted } from "./hosted-venue.js";
import { type InMemoryVenueOptions, usualPairsOf } from "./venue-options.js";

/** A whole venue without a port and without a real clock: REST, both push protocols, faults, and the exchange behind them. */
export interface InMemoryVenue extends HostedVenue {
  /** Copies of the venue as it was: going back to one, beginning a second venue from one. */
  readonly snapshots: Snapshots<InMemoryVenue>;
  /** Lets `ms` milliseconds pass at once: code that awaits a promise continues only after all of them. */
  advance(ms: number): void;
  /** Lets `ms` milliseconds pass step by step: between two steps everybody who waits for a promise has his turn. */
  elapse(ms: number): Promise<void>;
  /** As {@link InMemoryVenue.elapse}, until a promise is settled. @throws RangeError after `maxMs` */
  settle<Value>(promise: Promise<Value>, maxMs?: number): Promise<Value>;
}

const usualStartMs = Date.UTC(2026, 0, 1);
const oneHourMs = 3_600_000;

/**
 * A venue whose time passes only when you say so, in any runtime: a page, a worker, Node. The same options and calls give the same
 * answers, to the byte, wherever the ports compress alike.
 *
 * @param ports what it has of its runtime
 * @throws ValidationError `option-invalid`
 */
export function createVenueWith(ports: SandboxPorts, options: InMemoryVenueOptions = {}): InMemoryVenue {
  // With a seed, keys and secrets follow from it as well.
  const { startMs = usualStartMs, seed = 1, ...rest } = options;
  const clock = new VirtualClock(startMs);
  return venueOf(ports, settingsOf({ ...usualPairsOf(rest), ...rest, seed }, { ...ports, clock }), clock);
}

/** Begins a venue from another one's snapshot. */
function fork(ports: SandboxPorts, settings: SandboxSettings, snapshot: VenueSnapshot): InMemoryVenue {
  const clock = new VirtualClock(snapshot.atMs);
  return venueOf(ports, { ...forkSettings(settings), clock }, clock, snapshot);
}

function venueOf(
  ports: SandboxPorts,
  settings: SandboxSettings,
  clock: VirtualClock,
  snapshot?: VenueSnapshot,
): InMemoryVenue {
  const given = snapshot === undefined ? undefined : forkedExchange(settings, snapshot);
  const { venue, parts } = openHosted(settings, clock, given);
  const { snapshots, scenarios } = parts;
  const requests = new RequestCounter();
  const elapse = (untilMs: number, isOver: () => boolean): Promise<void> =>
    pass({ clock, requests, nextTurn: ports.nextTurn }, untilMs, isOver);
  if (snapshot !== undefined) {
    snapshots.adopt(snapshot);
  }
  return {
    ...venue,
    get market() {
      return venue.market;
    },
    snapshots: {
      ...operatorSnapshots(snapshots, scenarios),
      fork: (name) => fork(ports, settings, snapshots.find(name)),
    },
    request: (request) => requests.count(venue.request(request)),
    advance: (ms) => clock.advance(ms),
    elapse: (ms) => elapse(clock.monotonicMs() + ms, () => false),
    settle: (promise, maxMs = oneHourMs) =>
      settle(promise, maxMs, (isOver) => elapse(clock.monotonicMs() + maxMs, isOver)),
  };
}

/** @param wait lets time pass until it is over, or `maxMs` have passed */
async function settle<Value>(
  promise: Promise<Value>,
  maxMs: number,
  wait: (isOver: () => boolean) => Promise<void>,
): Promise<Value> {
  let isSettled = false;
  const settled = (): void => {
    isSettled = true;
  };
  promise.then(settled, settled);
  await wait(() => isSettled);
  if (!isSettled) {
    throw new RangeError(`not settled within ${maxMs} ms`);
  }
  return promise;
}

/** Knows how many requests have not been answered. */
class RequestCounter {
  open = 0;

  async count<Value>(request: Promise<Value>): Promise<Value> {
    this.open += 1;
    try {
      return await request;
    } finally {
      this.open -= 1;
    }
  }
}

/** Most turns that a request is waited for before time goes on: a fault may keep it until later. */
const maxTurns = 20;

interface PassingTime extends Pick<SandboxPorts, "nextTurn"> {
  readonly clock: VirtualClock;
  readonly requests: RequestCounter;
}

async function pass({ clock, requests, nextTurn }: PassingTime, untilMs: number, isOver: () => boolean): Promise<void> {
  do {
    await nextTurn();
    for (let turns = 1; requests.open > 0 && turns < maxTurns; turns++) {
      await nextTurn();
    }
    if (isOver()) {
      return;
    }
  } while (clock.runNext(untilMs));
  clock.moveTo(untilMs);
}
