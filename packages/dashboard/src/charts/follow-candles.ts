import { computed, effect, type ReadonlySignal, untracked } from "@preact/signals";
import { isVenueUp, status, trades } from "../data/desk.js";
import { pair, period } from "../data/settings.js";
import { checkEveryMs, loadCandles, periods, series, withTrade } from "./candle-data.js";

/** Where candles did not come they are asked for again after this, in milliseconds, and after twice as long each time. */
const againMs = { first: 1_000, most: 10_000 } as const;

/** Whether a recording is played, which has no candles. */
export const isReplay: ReadonlySignal<boolean> = computed(() => status.value?.replay !== undefined);

/** Keeps the candles of the pair and period that are looked at. Returns what ends it. */
export function followCandles(): () => void {
  let newest = 0;
  const endLoading = effect(() => {
    const [looked, lasting] = [pair.value, period.value];
    if (looked === "" || !isVenueUp.value || isReplay.value) {
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs: number = againMs.first;
    let isOver = false;
    const load = async (): Promise<void> => {
      const isLoaded = document.hidden || (await loadCandles(looked, lasting, () => !isOver));
      if (isOver) {
        return;
      }
      timer = setTimeout(() => void load(), isLoaded ? checkEveryMs : waitMs);
      waitMs = isLoaded ? againMs.first : Math.min(againMs.most, waitMs * 2);
    };
    // What it reads on its way is no reason to load again.
    untracked(() => void load());
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  });
  const endTrades = effect(() => {
    const shown = series.peek();
    // Volume is right again with the next look at the venue's candles.
    const fresh = trades.value.filter(({ tradedAtMs }) => tradedAtMs > newest).toReversed();
    const last = fresh.at(-1);
    if (last === undefined || shown.pair !== pair.peek()) {
      return;
    }
    newest = last.tradedAtMs;
    const periodMs = periods[shown.period] ?? 60_000;
    series.value = { ...shown, candles: fresh.reduce((all, trade) => withTrade(all, trade, periodMs), shown.candles) };
  });
  return () => {
    endLoading();
    endTrades();
  };
}
