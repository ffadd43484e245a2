import { DepthSection } from "@depthwire/core/internal";
import type { ChannelKind } from "@depthwire/schema";
import type { HeardEvent, MarketListener, TakenDepth } from "../recordings/market/recorded-market.js";
import type { Part } from "./files/part.js";
import { PartFile } from "./files/part-file.js";
import { venueUs } from "./tables/table.js";

/** Bytes of one event: eight fields of eight. */
export const eventBytes = 64;

/** NumPy's description of an event: the fields of hftbacktest's `event_dtype`, in their order. */
export const eventFields: readonly (readonly [name: string, type: string])[] = [
  ["ev", "<u8"],
  ["exch_ts", "<i8"],
  ["local_ts", "<i8"],
  ["px", "<f8"],
  ["qty", "<f8"],
  ["order_id", "<u8"],
  ["ival", "<i8"],
  ["fval", "<f8"],
];

/** What an event is, and who sees it: hftbacktest's own constants. */
export const eventFlags = {
  depth: 1,
  trade: 2,
  depthClear: 3,
  depthSnapshot: 4,
  sell: 0x1000_0000,
  buy: 0x2000_0000,
  /** For the exchange and for the client: bits 31 and 30. */
  everybody: 0xc000_0000,
} as const;

/** hftbacktest counts in nanoseconds. */
const nanosecondsInMicrosecond = 1_000n;

const eventsHeld = 8_192;

/** The venue's time and the local one, epoch microseconds. */
interface EventTimes {
  readonly atUs: number;
  readonly localUs: number;
}

/** Events of one pair on their way to a file. */
class PairEvents {
  readonly #file: PartFile;
  readonly #pair: string;
  readonly #bytes = new Uint8Array(eventsHeld * eventBytes);
  readonly #view = new DataView(this.#bytes.buffer);
  #held = 0;
  #rows = 0;

  constructor(pair: string, path: string) {
    this.#pair = pair;
    this.#file = new PartFile(path);
  }

  add(flags: number, { atUs, localUs }: EventTimes, price: number, quantity: number): void {
    if (this.#held === eventsHeld) {
      this.#flush();
    }
    const at = this.#held * eventBytes;
    const view = this.#view;
    view.setUint32(at, flags, true);
    view.setBigInt64(at + 8, BigInt(atUs) * nanosecondsInMicrosecond, true);
    view.setBigInt64(at + 16, BigInt(localUs) * nanosecondsInMicrosecond, true);
    view.setFloat64(at + 24, price, true);
    view.setFloat64(at + 32, quantity, true);
    this.#held++;
  }

  close(): Part {
    this.#flush();
    this.#file.close();
    return { output: this.#pair, path: this.#file.path, rows: this.#rows, rowGroups: [] };
  }

  #flush(): void {
    this.#file.append(this.#bytes.subarray(0, this.#held * eventBytes));
    this.#rows += this.#held;
    this.#held = 0;
  }
}

/** Sections of a message in the order in which a book takes them. */
const sections = [
  { section: DepthSection.askSet, flag: eventFlags.sell, deletes: false },
  { section: DepthSection.bidSet, flag: eventFlags.buy, deletes: false },
  { section: DepthSection.askDelete, flag: eventFlags.sell, deletes: true },
  { section: DepthSection.bidDelete, flag: eventFlags.buy, deletes: true },
  { section: DepthSection.askModify, flag: eventFlags.sell, deletes: false },
  { section: DepthSection.bidModify, flag: eventFlags.buy, deletes: false },
] as const;

/**
 * Depth and trades as hftbacktest takes them: one list of events a pair, in the order in which they were received, with the venue's time and the
 * local one in nanoseconds. Numbers are doubles there.
 */
export class HftbacktestEvents implements MarketListener {
  readonly kinds: ReadonlySet<ChannelKind> = new Set(["depth", "deals"]);
  readonly #events = new Map<string, PairEvents>();
  readonly #pathOf: (pair: string) => string;

  constructor(pathOf: (pair: string) => string) {
    this.#pathOf = pathOf;
  }

  depth(taken: TakenDepth): void {
    if (taken.origin === "known") {
      return;
    }
    const { sink, channel, localUs } = taken;
    const events = this.#of(taken.pair);
    const times = { atUs: venueUs(sink.updatedAtMs, localUs), localUs };
    const isSnapshot = sink.kind === "snapshot";
    const { priceScale, quantityScale } = sink.exact ?? channel;
    const [priceUnit, quantityUnit] = [Number(`1e${priceScale}`), Number(`1e${quantityScale}`)];
    for (const { section, flag, deletes } of sections) {
      const levels = levelsOf(sink, section);
      const flags = eventFlags.everybody + flag;
      if (isSnapshot && levels.length > 0) {
        // Every level up to the farthest that the snapshot names is gone.
        const farthest = (levels.at(-1) as readonly [number, number])[0] / priceUnit;
        events.add(flags + eventFlags.depthClear, times, farthest, 0);
      }
      const kind = isSnapshot ? eventFlags.depthSnapshot : eventFlags.depth;
      for (const [price, quantity] of levels) {
        events.add(flags + kind, times, price / priceUnit, deletes ? 0 : quantity / quantityUnit);
      }
    }
  }

  event({ event, localUs }: HeardEvent): void {
    if (event.kind !== "deals" || event.dataKind === "full") {
      return;
    }
    for (const deal of event.deals.toReversed()) {
      const flag = deal.side === "sell" ? eventFlags.sell : eventFlags.buy;
      const flags = eventFlags.everybody + flag + eventFlags.trade;
      const times = { atUs: venueUs(deal.tradedAtMs, localUs), localUs };
      this.#of(event.pair).add(flags, times, Number(deal.price), Number(deal.quantity));
    }
  }

  close(): readonly Part[] {
    return [...this.#events.values()].map((events) => events.close());
  }

  #of(pair: string): PairEvents {
    const known = this.#events.get(pair);
    if (known !== undefined) {
      return known;
    }
    const made = new PairEvents(pair, this.#pathOf(pair));
    this.#events.set(pair, made);
    return made;
  }
}

function levelsOf(
  { exact, prices, quantities, capacity, counts }: TakenDepth["sink"],
  section: number,
): [number, number][] {
  if (exact !== undefined) {
    return (exact.sections[section] ?? []).map(({ price, quantity }) => [Number(price), Number(quantity)]);
  }
  const from = section * capacity;
  return Array.from({ length: counts[section] as number }, (_, index) => [
    prices[from + index] as number,
    quantities[from + index] as number,
  ]);
}
