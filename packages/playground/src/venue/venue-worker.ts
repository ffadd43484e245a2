import { formatScaled, trimDecimal } from "@depthwire/core/internal";
import { createVenueWith, type InMemoryVenue } from "@depthwire/sandbox/neutral";
import { type ServedLine, serveLine } from "../line/serve-line.js";
import { reportRejections } from "../report-rejections.js";
import { bestText, comparedLevels, type LevelText } from "./best-levels.js";
import { passTime } from "./pass-time.js";
import type { FaultSwitch, FromVenueWorker, ToVenueWorker, VenueFacts } from "./venue-message.js";
import { workerPorts } from "./worker-ports.js";

/** How long updates are held back, and connections refused after a cut, in milliseconds. */
const heldMs = 3_000;
const refusedMs = 2_000;

/** What the venue is ordered to do to its next update. */
const faultRules = {
  drop: { kind: "drop" },
  damage: { kind: "corrupt" },
  hold: { kind: "delay", ms: heldMs },
} as const;

/** A venue that runs, with the line that leads to it. */
interface RunningVenue {
  readonly venue: InMemoryVenue;
  readonly line: ServedLine;
  readonly pair: string;
}

function say(message: FromVenueWorker): void {
  postMessage(message);
}

function start({ seed, pair, line }: ToVenueWorker & { readonly kind: "start" }): RunningVenue {
  const venue = createVenueWith(workerPorts, { seed, pairs: [pair], startMs: Date.now() });
  venue.listen((event) => {
    if (event.kind === "depth-published") {
      tellTruth(venue, pair, event.seq);
    }
  });
  const running = { venue, pair, line: serveLine(venue, line) };
  say({ kind: "started", facts: factsOf(running) });
  void passTime(venue);
  return running;
}

function factsOf({ venue, pair }: RunningVenue): VenueFacts {
  const { restUrl, pushUrl, serviceName, credential } = venue;
  const { priceScale = 0, quantityScale = 0 } = venue.exchange.market(pair) ?? {};
  return { pair, restUrl, pushUrl, serviceName, credential, priceScale, quantityScale };
}

/** What the exchange itself has, straight from its memory: the page holds the client's book against it. */
function tellTruth(venue: InMemoryVenue, pair: string, seq: number): void {
  const market = venue.exchange.market(pair);
  const published = venue.exchange.published(pair, seq);
  if (market === undefined || published === undefined) {
    return;
  }
  const levels = (side: "asks" | "bids"): LevelText[] => {
    const { prices, quantities } = published.window[side];
    return prices.slice(0, comparedLevels).map((price, at) => ({
      price: trimDecimal(formatScaled(price, market.priceScale)),
      quantity: trimDecimal(formatScaled(quantities[at] ?? 0, market.quantityScale)),
    }));
  };
  say({ kind: "truth", seq, best: bestText(levels("asks"), levels("bids")) });
}

function suffer({ venue, line, pair }: RunningVenue, fault: FaultSwitch): void {
  if (fault === "cut") {
    line.cut(refusedMs);
  } else {
    venue.faults.add({ ...faultRules[fault], pair });
  }
}

let running: RunningVenue | undefined;

reportRejections();
addEventListener("message", ({ data }: MessageEvent<ToVenueWorker>) => {
  if (data.kind === "start") {
    running = start(data);
  } else if (running !== undefined && data.kind === "fault") {
    suffer(running, data.fault);
  } else if (data.kind === "line-delay") {
    running?.line.delay(data.ms);
  }
});
