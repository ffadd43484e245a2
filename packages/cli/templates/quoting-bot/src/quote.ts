import {
  type Account,
  addDecimals,
  type BookView,
  compareDecimal,
  DepthwireError,
  multiplyDecimals,
  type OrderHandle,
  roundPrice,
  subtractDecimals,
  type Venue,
} from "@depthwire/node";

/** What is quoted, and how. Prices and quantities are decimal text: they are exact. */
export interface Settings {
  readonly pair: string;
  /** Of each order. */
  readonly quantity: string;
  /** From the mid to each quote, as a ratio: `0.001` is 0.1 %. */
  readonly distance: string;
  /** A quote is replaced when its price is farther than this from the wanted one, as a ratio of the mid. */
  readonly tolerance: string;
  /** A side is not quoted while the position on it is this large. */
  readonly maxPosition: string;
}

/** What was done. */
export interface Quoted {
  readonly orders: number;
  /** Placements and cancels that the venue, or a limit, refused. */
  readonly refused: number;
}

type Side = "open-long" | "open-short";

/** Quotes both sides of one pair around the mid until the signal; then it withdraws all that it has placed. */
export async function quote(
  { venue, account }: { readonly venue: Venue; readonly account: Account },
  settings: Settings,
  signal: AbortSignal,
): Promise<Quoted> {
  const quoter = new Quoter(account, settings, await priceScaleOf(venue, settings.pair));
  try {
    for await (const view of venue.book(settings.pair, { signal })) {
      await quoter.follow(view);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  } finally {
    // Stops what has not left yet, and cancels until the venue says that nothing of ours is open.
    await account.trader.halt("the bot ends");
  }
  return { orders: quoter.orders, refused: quoter.refused };
}

class Quoter {
  orders = 0;
  refused = 0;
  readonly #account: Account;
  readonly #settings: Settings;
  readonly #priceScale: number;
  readonly #waiting = new Map<Side, OrderHandle>();

  constructor(account: Account, settings: Settings, priceScale: number) {
    this.#account = account;
    this.#settings = settings;
    this.#priceScale = priceScale;
  }

  /** Brings both quotes to where this state of the book wants them. */
  async follow({ status, mid }: BookView): Promise<void> {
    // A book that is not live may be wrong, and while the account has a gap a fill may be missing: wait.
    if (status !== "live" || mid === undefined || this.#account.events.state.gap !== undefined) {
      return;
    }
    const distance = multiplyDecimals(mid.text, this.#settings.distance);
    const bid = roundPrice(subtractDecimals(mid.text, distance), this.#priceScale, "down");
    const ask = roundPrice(addDecimals(mid.text, distance), this.#priceScale, "up");
    const tolerance = multiplyDecimals(mid.text, this.#settings.tolerance);
    await Promise.all([this.#bring("open-long", bid, tolerance), this.#bring("open-short", ask, tolerance)]);
  }

  async #bring(side: Side, price: string, tolerance: string): Promise<void> {
    const old = this.#waiting.get(side);
    if (old?.isFinished === false && isWithin(old.latest.price, price, tolerance)) {
      return;
    }
    try {
      if (old?.isFinished === false) {
        await old.cancel();
        await old.done;
      }
      this.#waiting.delete(side);
      if (this.#isFull(side)) {
        return;
      }
      const { pair, quantity } = this.#settings;
      this.#waiting.set(side, await this.#account.trader.place({ pair, side, type: "limit", quantity, price }));
      this.orders++;
    } catch (error) {
      // Refused, or certainly not placed: the next state of the book tries again. Anything else is a fault of ours.
      if (!(error instanceof DepthwireError)) {
        throw error;
      }
      this.refused++;
    }
  }

  #isFull(side: Side): boolean {
    const { pair, maxPosition } = this.#settings;
    const held = heldOn(this.#account, pair, side === "open-long" ? "long" : "short");
    return compareDecimal(held, maxPosition) >= 0;
  }
}

/** How much the account holds of a pair on one side. */
export function heldOn(account: Account, pair: string, side: "long" | "short"): string {
  const [, positions] = [...account.events.state.positions].find(([name]) => name === pair) ?? [];
  return positions?.[side]?.quantity ?? "0";
}

function isWithin(price: string, wanted: string, tolerance: string): boolean {
  const difference = subtractDecimals(price, wanted).replace("-", "");
  return compareDecimal(difference, tolerance) <= 0;
}

async function priceScaleOf(venue: Venue, pair: string): Promise<number> {
  const found = (await venue.rest.usdt.getPrecisions()).find((one) => one.pair === pair);
  if (found === undefined) {
    throw new Error(`The venue has no pair ${pair}.`);
  }
  return found.priceScale;
}
