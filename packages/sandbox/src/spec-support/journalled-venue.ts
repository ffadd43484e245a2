import type { Exchange, ExchangeConfig } from "@depthwire/exchange/internal";
import { lawMarkets } from "../../../exchange/src/spec-support/trading-steps.js";
import { Journal, type JournalOptions } from "../journal/journal.js";
import { JournalStore } from "../journal/journal-store.js";
import { recover } from "../journal/recover.js";
import { copyState, type StateCopy, stateOf } from "../snapshots/state-copy.js";
import { journalSettings } from "./journal-settings.js";

/** What a {@link JournalledVenue} begins with. */
export const journalledConfig: ExchangeConfig = { seed: 1, markets: lawMarkets, keptRecords: 100, cancelDelayMs: 0 };
const market = lawMarkets[0] as (typeof lawMarkets)[number];
const account = 2001;
const startMs = 1_700_000_000_000;
/** Opens the store of a {@link JournalledVenue}. */
export function openStore(directory: string): Promise<JournalStore> {
  return JournalStore.open(directory, { waitFor: "system", olderState: "refuse", settings: journalSettings });
}

/** A {@link JournalledVenue} as it was. */
export interface JournalledCopy {
  readonly state: StateCopy;
  readonly command: number;
  readonly atMs: number;
}

/** A venue whose snapshots a thread makes, however small it is. */
export class JournalledVenue {
  readonly steps: string[] = [];
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly store: JournalStore;
  #now = startMs;
  private constructor(
    store: JournalStore,
    found: Awaited<ReturnType<typeof recover>>,
    changes: Partial<JournalOptions>,
  ) {
    this.store = store;
    this.exchange = found.exchange;
    this.journal = new Journal(store, found.exchange, found, {
      config: journalledConfig,
      durability: "process",
      history: "trim",
      maxReplayMs: 20,
      largeVenue: 0,
      goBack: () => Promise.resolve(),
      observe: (step) => this.steps.push(step),
      failed: (error) => this.steps.push(error.code),
      ...changes,
    });
  }

  static async open(directory: string, changes: Partial<JournalOptions> = {}): Promise<JournalledVenue> {
    const store = await openStore(directory);
    const found = await recover(store, journalledConfig, "snapshot");
    await store.goOn(found.last);
    return new JournalledVenue(store, found, changes);
  }

  #apply(command: Parameters<Journal["carryOut"]>[0]): void {
    this.journal.carryOut(command, this.#now, (kept, at) => this.exchange.apply(kept, at));
  }

  /** Orders that wait, that trade and that end, a tick now and then; a turn of the event loop after each few. */
  async trade(turns: number): Promise<void> {
    const price = market.initialPrice;
    const quantity = market.contractUnit;
    const order = { kind: "place-order", type: "limit", pair: market.pair, quantity } as const;
    this.#apply({ kind: "credit", account, coin: "USDT", amount: "1000000", purse: "contract" });
    for (let i = 0; i < turns; i++) {
      this.#now += 100;
      this.#apply({ ...order, account, side: "open-long", price: Math.round(price * 0.9) - i });
      this.#apply({ kind: "cancel-order", account, orderId: this.exchange.state.nextOrderId - 1 });
      this.#apply({ ...order, account: 901, side: "open-short", price });
      this.#apply({ ...order, account, side: i % 2 === 0 ? "open-long" : "close-long", price });
      this.#apply({ kind: "tick" });
      await this.journal.kept();
    }
  }

  /** What {@link JournalledVenue.goBack} goes back to. */
  copy(): JournalledCopy {
    return { state: copyState(this.exchange.state), command: this.journal.last, atMs: this.#now };
  }

  goBack({ state, command, atMs }: JournalledCopy): void {
    this.journal.goBack(command, () => this.exchange.goBackTo(stateOf(state)));
    this.#now = atMs;
  }

  /** Trades until a snapshot is whole. */
  async tradeToSnapshot(): Promise<void> {
    const { length } = this.steps.filter((step) => step === "trimmed");
    while (this.steps.filter((step) => step === "trimmed").length === length) {
      await this.trade(5);
    }
  }
}
