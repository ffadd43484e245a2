import { compareDecimal } from "@depthwire/core";
import type { OrderSide, Pair, Position, PositionSide, Quantity } from "@depthwire/schema";
import type { AccountEvent, AccountFill, PassiveChange } from "./account-event.js";
import { positionKey } from "./account-records.js";
import type { Difference } from "./difference.js";
import { ensure } from "./ensure.js";
import { addDecimal, magnitude, subtractDecimal } from "./exact-sum.js";

/** Which position a trade of an order changes, and which way. */
const effects: ReadonlyMap<OrderSide, { readonly side: PositionSide; readonly opens: 1 | -1 }> = new Map([
  ["open-long", { side: "long", opens: 1 }],
  ["close-long", { side: "long", opens: -1 }],
  ["open-short", { side: "short", opens: 1 }],
  ["close-short", { side: "short", opens: -1 }],
]);

interface Size {
  readonly pair: Pair;
  readonly side: PositionSide;
  /** Sum of everything delivered that changed it. */
  moved: string;
  anchor: Anchor | undefined;
}

/** A size that the venue told, and what `moved` was then. */
interface Anchor {
  readonly quantity: string;
  readonly moved: string;
  /**
   * Whether everything was asked for since, and nothing came up that moved the size. Where pushes were swallowed without a word, the venue's answer
   * may have held a trade that is delivered only later: silence proves nothing.
   */
  isProven: boolean;
}

/** Position sizes as trades and passive changes explain them. */
export class PositionSizes {
  readonly #sizes = new Map<string, Size>();
  /** Positions that appear after the beginning count from nothing. */
  #hasBegun = false;

  addFill(fill: AccountFill): void {
    const effect = effects.get(fill.side);
    if (effect !== undefined) {
      const size = this.#sizeOf(fill.pair, effect.side);
      const move = effect.opens > 0 ? addDecimal : subtractDecimal;
      size.moved = move(size.moved, fill.dealQuantity);
    }
  }

  /** Passive changes only ever reduce a position; the sign that is sent is not documented. */
  addChange(change: PassiveChange): void {
    const size = this.#sizeOf(change.pair, change.side);
    size.moved = subtractDecimal(size.moved, magnitude(change.quantityChange));
  }

  /** The pairs that ever moved or were held. */
  pairs(): ReadonlySet<Pair> {
    return new Set([...this.#sizes.values()].map((size) => size.pair));
  }

  /** Whether a size has nothing yet that its changes are counted from. */
  get wantsAnchor(): boolean {
    return !this.#hasBegun || [...this.#sizes.values()].some((size) => size.anchor === undefined);
  }

  /**
   * Counts from the sizes that the venue tells, where nothing was counted from so far.
   *
   * @param isSettled whether everything that changed the position is known to have been delivered
   */
  anchor(positions: readonly Position[], isSettled: (key: string) => boolean): void {
    for (const [key, { size, quantity }] of this.#withVenue(positions)) {
      if (isSettled(key)) {
        size.anchor ??= { quantity, moved: size.moved, isProven: false };
      }
    }
    this.#hasBegun = true;
  }

  /** Forgets what was counted from, so that the next sizes that the venue tells are taken as they are. */
  weighAnchor(): void {
    for (const size of this.#sizes.values()) {
      size.anchor = undefined;
    }
  }

  /**
   * Something was found that no push had told. Whether the size that a position counts from held it already, nobody can say, until that size is
   * proven: it counts from what the venue tells next.
   */
  foundLate(facts: readonly AccountEvent[]): void {
    for (const fact of facts) {
      const moved = movedBy(fact);
      const size = moved && this.#sizes.get(positionKey(moved.pair, moved.side));
      if (size?.anchor?.isProven === false) {
        size.anchor = undefined;
      }
    }
  }

  /** Everything was asked for: what moved a size before it was counted from is delivered. */
  proved(): void {
    for (const { anchor } of this.#sizes.values()) {
      if (anchor !== undefined) {
        anchor.isProven = true;
      }
    }
  }

  /** What a position holds as trades and passive changes explain it; undefined where nothing is counted from. */
  explained(pair: string, side: PositionSide): string | undefined {
    const size = this.#sizes.get(positionKey(pair, side));
    if (size === undefined) {
      return this.#hasBegun ? "0" : undefined;
    }
    return explainedBy(size);
  }

  /** Sizes that what was delivered does not explain. Those without an anchor explain anything. */
  unexplained(positions: readonly Position[], isSettled: (key: string) => boolean): readonly Difference[] {
    const differences: Difference[] = [];
    for (const [key, { size, quantity }] of this.#withVenue(positions)) {
      const { pair, side } = size;
      const explained = explainedBy(size);
      if (explained !== undefined && isSettled(key)) {
        if (compareDecimal(explained, quantity) !== 0) {
          const explainedQuantity = explained as Quantity;
          differences.push({ what: "position-size", pair, side, explainedQuantity, venueQuantity: quantity });
        }
      }
    }
    return differences;
  }

  /** Every known size with the venue's size; a position missing from the venue's answer has size 0. */
  #withVenue(positions: readonly Position[]): Map<string, { size: Size; quantity: Quantity }> {
    const both = new Map<string, { size: Size; quantity: Quantity }>();
    for (const [key, size] of this.#sizes) {
      both.set(key, { size, quantity: "0" as Quantity });
    }
    for (const { pair, side, quantity } of positions) {
      both.set(positionKey(pair, side), { size: this.#sizeOf(pair, side), quantity });
    }
    return both;
  }

  #sizeOf(pair: Pair, side: PositionSide): Size {
    return ensure(this.#sizes, positionKey(pair, side), () => {
      const anchor = this.#hasBegun ? { quantity: "0", moved: "0", isProven: true } : undefined;
      return { pair, side, moved: "0", anchor };
    });
  }
}

/** The position that a fact from an answer moved. */
function movedBy(fact: AccountEvent): { readonly pair: Pair; readonly side: PositionSide } | undefined {
  if (fact.kind === "position-change") {
    return fact.change;
  }
  const side = fact.kind === "fill" ? effects.get(fact.fill.side)?.side : undefined;
  return fact.kind === "fill" && side !== undefined ? { pair: fact.fill.pair, side } : undefined;
}

function explainedBy({ anchor, moved }: Size): string | undefined {
  return anchor && addDecimal(anchor.quantity, subtractDecimal(moved, anchor.moved));
}
