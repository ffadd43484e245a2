import type { ExchangeView } from "@depthwire/exchange";
import { canonicalText, marketOf, moneyText } from "@depthwire/exchange/internal";
import { StoreError } from "../store/store-error.js";
import { marketsWithTerms } from "../terms/apply-terms.js";
import type { JournalStore } from "./journal-store.js";
import { recover } from "./recover.js";

/** The content of a data directory. */
export interface DataReport {
  /** How many commands were ever kept. */
  readonly commands: number;
  /** How many of them are carried out again at a start, since they are behind the snapshot. */
  readonly replayed: number;
  /** How long a start takes to make the exchange again, in milliseconds. */
  readonly tookMs: number;
  /**
   * Whether all commands from the first one on lead to the same state as the snapshot and those behind it, to the byte; nothing
   * when the first ones have been forgotten.
   */
  readonly replayIsEqual: boolean | undefined;
  /** Coins whose accounts do not add up to 0: none, or the books are wrong. */
  readonly unbalanced: readonly string[];
  /** Balance of every account of the books as a decimal, by name and coin: `user/100001/wallet/USDT`. */
  readonly balances: ReadonlyMap<string, string>;
  /** The exchange behind the last command. */
  readonly exchange: ExchangeView;
}

/**
 * Reads a data directory that no sandbox has open, and checks everything in it. Nothing is changed.
 *
 * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-version`, `store-changed`, `store-older`, `store-corrupt`, `store-failed`
 */
export async function checkData(directory: string): Promise<DataReport> {
  // The database is native code: who reads no directory does not load it.
  const { JournalStore } = await import("./journal-store.js");
  const store = await JournalStore.open(directory, { waitFor: "system", olderState: "refuse" });
  try {
    return await check(store);
  } finally {
    await store.close();
  }
}

async function check(store: JournalStore): Promise<DataReport> {
  const { pairs, terms, ...others } = await store.settings();
  const markets = marketsWithTerms(
    pairs.map((pair) => knownMarket(store, pair)),
    terms,
  );
  const config = { ...others, markets, fundingPeriodMs: terms.fundingPeriodMs };
  const { exchange, last, replayed, tookMs } = await recover(store, config, "snapshot");
  store.hold(last);
  const { state } = exchange;
  const unbalanced = [...state.ledger.totals()].filter(([, total]) => total !== 0n).map(([coin]) => coin);
  const first = await store.firstCommand();
  const whole = first === 1 ? await recover(store, config, "beginning") : undefined;
  const replayIsEqual =
    whole === undefined
      ? undefined
      : whole.last === last && canonicalText(whole.exchange.state) === canonicalText(state);
  const balances = new Map(
    state.ledger.accounts().map(({ name, coin, balance }) => [`${name}/${coin}`, moneyText(balance)]),
  );
  return { commands: last, replayed, tookMs, replayIsEqual, unbalanced, balances, exchange };
}

function knownMarket(store: JournalStore, pair: string): NonNullable<ReturnType<typeof marketOf>> {
  const market = marketOf(pair);
  if (market === undefined) {
    throw new StoreError("store-corrupt", { directory: store.directory, check: "description" });
  }
  return market;
}
