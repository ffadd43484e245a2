import * as fc from "fast-check";
import { decimalText, positiveDecimalText, respelledDecimal } from "./decimal.js";

/** `[quantity, price]`, as protocol A writes a level. `@spec field note 10` */
export type DepthRow = readonly [quantity: string, price: string];

/** Both sides of one list; a side may be null or absent. `@spec field note 13` */
export interface DepthSides {
  readonly asks?: readonly DepthRow[] | null;
  readonly bids?: readonly DepthRow[] | null;
}

/** A full depth message as an object whose `JSON.stringify` is the wire text. */
export interface SnapshotMessage {
  readonly topic: string;
  readonly t: 0;
  readonly d: { readonly pair: string; readonly ut: number; readonly seq: number } & DepthSides;
}

/** An incremental depth message as an object whose `JSON.stringify` is the wire text. */
export interface UpdateMessage {
  readonly topic: string;
  readonly t: 1;
  readonly d: {
    readonly pair: string;
    readonly ut: number;
    readonly seq: number;
    readonly add?: DepthSides;
    readonly del?: DepthSides;
    readonly mod?: DepthSides;
  };
}

/** Which prices a message may name: few of them, so that levels meet. Asks lie above bids: no book is crossed. */
export interface DepthUniverse {
  readonly askPrices: readonly string[];
  readonly bidPrices: readonly string[];
}

/** Prices around 100 with one to three digits after the point. */
export function depthUniverse(): fc.Arbitrary<DepthUniverse> {
  const prices = (min: number, max: number): fc.Arbitrary<readonly string[]> =>
    fc
      .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 12 })
      .map((thousandths) =>
        thousandths.map((price) => `${Math.floor(price / 1000)}.${String(price % 1000).padStart(3, "0")}`),
      );
  return fc.record({ askPrices: prices(100_000, 100_999), bidPrices: prices(99_000, 99_999) });
}

/** A full message of `pair` over the prices of `universe`. */
export function snapshotMessage(
  pair: string,
  seq: number,
  ut: number,
  universe: DepthUniverse,
): fc.Arbitrary<SnapshotMessage> {
  return sides(universe.askPrices, universe.bidPrices, positiveDecimalText(), "always").map((levels) => ({
    topic: `${pair}_depth`,
    t: 0 as const,
    d: { pair, ut, seq, ...levels },
  }));
}

/** An incremental message of `pair` over the prices of `universe`. No price stands in `add` and `del` of one side. */
export function updateMessage(
  pair: string,
  seq: number,
  ut: number,
  universe: DepthUniverse,
): fc.Arbitrary<UpdateMessage> {
  return fc.tuple(split(universe.askPrices), split(universe.bidPrices)).chain(([asks, bids]) =>
    fc
      .record(
        {
          add: sides(asks[0], bids[0], decimalText(), "sometimes"),
          del: sides(asks[1], bids[1], decimalText(), "sometimes"),
          mod: sides(universe.askPrices, universe.bidPrices, positiveDecimalText(), "sometimes"),
        },
        { requiredKeys: ["add", "del"] },
      )
      .map((lists) => ({ topic: `${pair}_depth`, t: 1 as const, d: { pair, ut, seq, ...lists } })),
  );
}

/** A snapshot, then updates whose `seq` steps by 1: what one healthy subscription receives. */
export function depthConversation(
  pair: string,
  updates: number = 8,
): fc.Arbitrary<readonly [SnapshotMessage, ...UpdateMessage[]]> {
  const start = fc.record({ seq: fc.integer({ min: 1, max: 2 ** 40 }), ut: fc.integer({ min: 1.5e12, max: 2e12 }) });
  return fc
    .tuple(depthUniverse(), start, fc.integer({ min: 0, max: updates }))
    .chain(([universe, { seq, ut }, count]) =>
      fc.tuple(
        snapshotMessage(pair, seq, ut, universe),
        ...Array.from({ length: count }, (_, index) =>
          updateMessage(pair, seq + 1 + index, ut + 100 * (index + 1), universe),
        ),
      ),
    );
}

function sides(
  askPrices: readonly string[],
  bidPrices: readonly string[],
  quantity: fc.Arbitrary<string>,
  present: "always" | "sometimes",
): fc.Arbitrary<DepthSides> {
  const requiredKeys: ("asks" | "bids")[] = present === "always" ? ["asks", "bids"] : [];
  return fc.record({ asks: rows(askPrices, quantity), bids: rows(bidPrices, quantity) }, { requiredKeys });
}

function rows(prices: readonly string[], quantity: fc.Arbitrary<string>): fc.Arbitrary<readonly DepthRow[] | null> {
  const row = (price: string): fc.Arbitrary<DepthRow> => fc.tuple(quantity, respelledDecimal(price));
  const list = fc.shuffledSubarray([...prices]).chain((chosen) => fc.tuple(...chosen.map(row)));
  return fc.oneof({ arbitrary: list, weight: 5 }, { arbitrary: fc.constant(null), weight: 1 });
}

/** Two disjoint parts of a list. */
function split(prices: readonly string[]): fc.Arbitrary<readonly [readonly string[], readonly string[]]> {
  return fc
    .array(fc.boolean(), { minLength: prices.length, maxLength: prices.length })
    .map((first) => [prices.filter((_, index) => first[index]), prices.filter((_, index) => !first[index])] as const);
}
