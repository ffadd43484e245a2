import { computed, effect } from "@preact/signals";
import { ask } from "./api.js";
import { drain, link, nowMs, status, takeFill } from "./desk.js";
import { FrameQueue } from "./frame-queue.js";
import { Line } from "./line.js";
import { loadBackings, loadFacts, pairs } from "./reference.js";
import { pair } from "./settings.js";
import type { Fill } from "./wire.js";

/** Levels of each side that are asked for: enough for the depth chart. */
const levels = 120;

/** Shortest time between two states of the book, in milliseconds: nobody sees more. */
const bookEveryMs = 50;

/** Pairs whose figures are followed. */
const mostTickers = 50;

/** Where the reference data could not be had, it is asked for again after this, in milliseconds. */
const againMs = 1_500;

const unauthorized = 401;

/** Opens the line and keeps the page's knowledge in step with it. */
export function startData(): void {
  const line = new Line({
    openSocket: (query) => new WebSocket(`${location.origin.replace(/^http/, "ws")}/events?${query}`),
    isLoggedOut: async () => {
      const told = await ask("/queue");
      return told.kind === "refused" && told.status === unauthorized;
    },
    nowMs: () => Date.now(),
    onMessage: (text) => queue.push(text),
    onState: (state) => {
      link.value = state;
    },
  });
  const queue = new FrameQueue(
    (flush) => requestAnimationFrame(flush),
    (texts, dropped) => drain(texts, dropped, (id) => line.heard(id)),
  );
  effect(() => {
    const tickers = pairs.value.slice(0, mostTickers).toSorted();
    const looked = pair.value;
    const query = new URLSearchParams({
      views: "account,status",
      "every-ms": String(bookEveryMs),
      levels: String(levels),
    });
    if (looked !== "") {
      query.set("pairs", looked);
      query.set("trades", looked);
    }
    if (tickers.length > 0) {
      query.set("tickers", tickers.join(","));
    }
    line.listen(query.toString());
  });
  followClock();
  followReference();
}

function followClock(): void {
  setInterval(() => {
    nowMs.value = Date.now();
  }, 1_000);
}

const hasStatus = computed(() => status.value !== undefined);

/** What is asked once, and again whenever the accelerator comes back. */
function followReference(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async (): Promise<void> => {
    clearTimeout(timer);
    if (status.peek()?.replay !== undefined) {
      // Nobody is asked for reference data then: the recording's own pairs are shown.
      pair.value ||= pairs.peek()[0] ?? "";
      return;
    }
    const isKnown = await loadFacts();
    if (!isKnown) {
      timer = setTimeout(() => void load(), againMs);
    }
  };
  const loadAccount = async (): Promise<void> => {
    await loadBackings();
    const told = await ask<{ readonly fills: readonly Fill[] }>("/fills?limit=200&allow-stale=1");
    if (told.kind === "done") {
      for (const fill of told.value.fills.toReversed()) {
        takeFill(fill);
      }
    }
  };
  let wasLive = false;
  effect(() => {
    const isLive = link.value.kind === "live" && hasStatus.value;
    if (isLive && !wasLive) {
      void load();
    }
    wasLive = isLive;
  });
  let wasFresh = false;
  effect(() => {
    const isFresh = status.value?.account?.kind === "fresh";
    if (isFresh && !wasFresh) {
      void loadAccount();
    }
    wasFresh = isFresh;
  });
}
