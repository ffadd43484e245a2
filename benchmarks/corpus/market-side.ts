import { integerBetween } from "./random.js";

/** A changed level: price and quantity in units of the pair's scales. */
export interface LevelChange {
  readonly list: "add" | "del";
  readonly price: number;
  readonly quantity: number;
}

/** Where changes fall. */
export interface RankHabit {
  /** Part of the changes that hit the top of the book; the others hit any level of it. */
  readonly topPart: number;
  /** How many levels from the best they are there, on average. */
  readonly meanRankAtTop: number;
}

/** Largest quantity, in units of the quantity's scale. */
const maxQuantity = 99_999;

/** One side of the market that a corpus is recorded from: prices best first, each with its quantity. */
export class MarketSide {
  readonly #random: () => number;
  /** 1 for asks, -1 for bids: away from the best. */
  readonly #away: 1 | -1;
  readonly #targetLevels: number;
  readonly #habit: RankHabit;
  readonly #prices: number[] = [];
  readonly #quantities = new Map<number, number>();

  constructor(random: () => number, away: 1 | -1, bestPrice: number, levels: number, habit: RankHabit) {
    this.#random = random;
    this.#habit = habit;
    this.#away = away;
    this.#targetLevels = levels;
    for (let price = bestPrice; this.#prices.length < levels; price += away * integerBetween(random, 1, 3)) {
      this.#prices.push(price);
      this.#quantities.set(price, this.#newQuantity());
    }
  }

  get best(): number {
    return this.#prices[0] as number;
  }

  /** Price and quantity of every level, best first. */
  levels(): readonly (readonly [price: number, quantity: number])[] {
    return this.#prices.map((price) => [price, this.#quantities.get(price) as number]);
  }

  /**
   * Changes one level that is not in `touched`, and stays strictly on its side of `opposite`, the other side's best.
   * Three of five changes set another quantity; the others insert and delete, such that the number of levels stays.
   */
  change(touched: ReadonlySet<number>, opposite: number): LevelChange | undefined {
    const rank = this.#chooseRank();
    const price = this.#prices[rank] as number;
    if (touched.has(price)) {
      return undefined;
    }
    if (this.#random() < 0.6) {
      return this.#set(price);
    }
    const surplus = this.#prices.length - this.#targetLevels;
    const removes = surplus === 0 ? this.#random() < 0.5 : surplus > 0;
    return removes ? this.#remove(rank, price) : this.#insertBeside(rank, price, touched, opposite);
  }

  #chooseRank(): number {
    const last = this.#prices.length - 1;
    const { topPart, meanRankAtTop } = this.#habit;
    const rank =
      this.#random() < topPart
        ? Math.floor(-Math.log(1 - this.#random()) * meanRankAtTop)
        : integerBetween(this.#random, 0, last);
    return Math.min(rank, last);
  }

  #newQuantity(): number {
    return integerBetween(this.#random, 1, maxQuantity);
  }

  #set(price: number): LevelChange {
    const quantity = this.#newQuantity();
    this.#quantities.set(price, quantity);
    return { list: "add", price, quantity };
  }

  /** The row names the quantity that was there. */
  #remove(rank: number, price: number): LevelChange {
    const quantity = this.#quantities.get(price) as number;
    this.#prices.splice(rank, 1);
    this.#quantities.delete(price);
    return { list: "del", price, quantity };
  }

  #insertBeside(rank: number, price: number, touched: ReadonlySet<number>, opposite: number): LevelChange | undefined {
    const isFree = (candidate: number): boolean =>
      !this.#quantities.has(candidate) && !touched.has(candidate) && (candidate - opposite) * this.#away > 0;
    if (isFree(price - this.#away)) {
      this.#prices.splice(rank, 0, price - this.#away);
      return this.#set(price - this.#away);
    }
    if (isFree(price + this.#away)) {
      this.#prices.splice(rank + 1, 0, price + this.#away);
      return this.#set(price + this.#away);
    }
    return undefined;
  }
}
