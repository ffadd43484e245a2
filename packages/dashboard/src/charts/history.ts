import { effect, type Signal, signal, untracked } from "@preact/signals";
import { account, nowMs, status } from "../data/desk.js";
import { addDecimals } from "../numbers/exact.js";
import { lagOf } from "../shell/status-bar.js";
import { gainOf } from "../tables/columns.js";

/** Figures over time, as a plot wants them: seconds, then values. For the eye, not for reckoning. */
export interface History {
  readonly seconds: readonly number[];
  readonly values: readonly (number | null)[];
}

const none: History = { seconds: [], values: [] };

/** Seconds that are kept: ten minutes of health, twelve hours of equity, at one point in half a minute. */
const most = { health: 600, equity: 1_440 } as const;
const equityEverySeconds = 30;

/** Largest delay of live books, in milliseconds. */
export const lags: Signal<History> = signal(none);
/** Calls that wait for their turn. */
export const waiting: Signal<History> = signal(none);
/** Worth of the account in USDT since the page was opened. */
export const equity: Signal<History> = signal(none);

function noted({ seconds, values }: History, second: number, value: number | null, size: number): History {
  return { seconds: [...seconds, second].slice(-size), values: [...values, value].slice(-size) };
}

/** What the account has in USDT, with what positions have gained at last prices; undefined while that is not known. */
export function equityText(): string | undefined {
  const { assets, positions, freshness } = account.value ?? {};
  const usdt = assets?.find(({ coin }) => coin === "USDT");
  if (usdt === undefined || freshness?.kind !== "fresh") {
    return undefined;
  }
  const held = [usdt.available, usdt.fixedFrozen, usdt.crossFrozen, usdt.fixedMargin, usdt.crossMargin];
  const gains = (positions ?? [])
    .filter(({ pair }) => pair.endsWith("_USDT"))
    .map((position) => gainOf(position) ?? "0");
  return [...held, ...gains].reduce(addDecimals, "0");
}

/** Notes figures once a second from now on. */
export function followHistory(): void {
  let ticks = 0;
  effect(() => {
    const second = Math.floor(nowMs.value / 1_000);
    const told = status.peek();
    const queued = Object.values(told?.throttle.queued ?? {}).reduce((sum, count) => sum + count, 0);
    lags.value = noted(lags.peek(), second, (told && lagOf(told)) ?? null, most.health);
    waiting.value = noted(waiting.peek(), second, told === undefined ? null : queued, most.health);
    if (ticks % equityEverySeconds === 0 || equity.peek().seconds.length < equityEverySeconds) {
      const text = untracked(equityText);
      equity.value = noted(equity.peek(), second, text === undefined ? null : Number(text), most.equity);
    }
    ticks++;
  });
}
