import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Accelerator } from "@depthwire/accelerator";
import { createRateMeter } from "@depthwire/cli/internal";
import { connect, type Venue } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { credentialFileOf, replaceCredentialFile, usualHistoryMs, usualPort } from "@depthwire/sandbox/internal";
import type { EngineStatistics } from "@depthwire/stream";
import { announcement } from "./announcement.js";
import { openDesk, tokenFileOf, usualDeskPort } from "./desk.js";
import type { Display } from "./display.js";
import { FollowedBook } from "./followed-book.js";
import type { LiveState } from "./live-state.js";
import type { StartOptions } from "./options.js";
import { pageOrigin } from "./page-origin.js";
import {
  describeSummary,
  type EndedBy,
  findFailures,
  type StartSummary,
  type SummaryParts,
  summarise,
} from "./summary.js";
import { ComparisonTally } from "./tally.js";
import { createTruthReader } from "./truth.js";

/** How the run ended. */
export interface StartOutcome {
  readonly summary: StartSummary;
  /** The summary for people. */
  readonly text: string;
  /** What went wrong, as sentences. */
  readonly failures: readonly string[];
}

/** All books must be live for the first time within this. */
const allLiveWithinMs = 30_000;

const rateWindowMs = 2000;

/**
 * Runs a sandbox, an engine and an accelerator with its dashboard side by side until the time is over or `stop` is aborted, and shows what happens.
 *
 * @throws ValidationError `option-invalid` when the port cannot be had; an error of the file system when the key cannot be put down
 */
export async function runStart(asked: StartOptions, display: Display, stop: AbortSignal): Promise<StartOutcome> {
  const { pairs, seed, profile, port, shards } = asked;
  const sandbox = await startSandbox({
    pairs,
    profile,
    historyMs: usualHistoryMs,
    allowOrigins: [pageOrigin],
    port: port ?? usualPort,
    whenPortIsTaken: port === undefined ? "take-any" : "refuse",
    ...(seed === undefined ? {} : { seed }),
  });
  const credentialFile = credentialFileOf(asked.credentialFile, sandbox.port);
  const options = { ...asked, credentialFile };
  const venue = connect({ addresses: [sandbox.pushUrl], shards });
  let desk: Accelerator | undefined;
  try {
    await replaceCredentialFile(credentialFile, sandbox.credential);
    desk = await openDesk(sandbox, options.credentialFile);
    announce(options, { sandbox, desk }, display);
    return await new StartRun(options, { sandbox, desk }, venue).follow(display, stop);
  } finally {
    await desk?.close();
    await venue.close();
    try {
      // While the port is this run's, so is the file: a key that opens nothing any more misleads whoever finds it.
      await rm(credentialFile, { force: true });
    } finally {
      await sandbox.close();
    }
  }
}

/** The usual port, where it was meant and somebody else has it. */
function missedPortOf({ port }: StartOptions, sandbox: Sandbox): number | undefined {
  return port === undefined && sandbox.port !== usualPort ? usualPort : undefined;
}

/** The same of the accelerator, which always takes a free one. */
function missedPagePortOf({ port }: Accelerator): number | undefined {
  return port === usualDeskPort ? undefined : usualDeskPort;
}

/** The programs that run beside the engine. */
interface Programs {
  readonly sandbox: Sandbox;
  readonly desk: Accelerator;
}

function announce(options: StartOptions, { sandbox, desk }: Programs, display: Display): void {
  const { restUrl, pushUrl, pairs } = sandbox;
  const { credentialFile } = options;
  const missedPort = missedPortOf(options, sandbox);
  const pageUrl = desk.pageAddress();
  const missed = { missedPort, missedPagePort: missedPagePortOf(desk) };
  const files = { credentialFile, tokenFile: tokenFileOf(credentialFile) };
  display.announce(announcement({ restUrl, pushUrl, pageUrl, pair: pairs[0] ?? "", ...files, ...missed }));
}

/** One run between the start of its programs and their end. */
class StartRun {
  readonly #options: StartOptions;
  readonly #sandbox: Sandbox;
  readonly #desk: Accelerator;
  readonly #venue: Venue;
  readonly #books: readonly FollowedBook[];
  readonly #tally = new ComparisonTally();
  readonly #frameRate = createRateMeter(rateWindowMs);
  readonly #inflatedRate = createRateMeter(rateWindowMs);
  readonly #timeOver = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** When all books were live for the first time, and what had been counted by then. */
  #allLive: { readonly atMs: number; readonly statistics: EngineStatistics } | undefined;

  constructor(options: StartOptions, { sandbox, desk }: Programs, venue: Venue) {
    this.#options = options;
    this.#sandbox = sandbox;
    this.#desk = desk;
    this.#venue = venue;
    this.#books = sandbox.pairs.map((pair) => new FollowedBook(pair, venue.book(pair)));
  }

  async follow(display: Display, stop: AbortSignal): Promise<StartOutcome> {
    const readTruth = createTruthReader(this.#sandbox.restUrl);
    const onView = (): void => this.#noticeAllLive();
    const following = Promise.all(this.#books.map((book) => book.follow(readTruth, this.#tally, onView)));
    const drawing = setInterval(() => display.show(this.#state()), display.everyMs);
    if (this.#options.forMs !== undefined) {
      this.#endAfter(allLiveWithinMs);
    }
    try {
      await Promise.race([following, aborted(AbortSignal.any([stop, this.#timeOver.signal]))]);
      display.show(this.#state());
      const measured = this.#measure();
      for (const book of this.#books) {
        book.stop();
      }
      await following;
      return this.#outcome(measured, stop.aborted ? "request" : "time");
    } finally {
      clearInterval(drawing);
      clearTimeout(this.#timer);
    }
  }

  #endAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#timeOver.abort(), delayMs);
  }

  #noticeAllLive(): void {
    if (this.#allLive !== undefined || this.#books.some(({ view }) => view.status !== "live")) {
      return;
    }
    this.#allLive = { atMs: performance.now(), statistics: this.#venue.statistics() };
    if (this.#options.forMs !== undefined) {
      this.#endAfter(this.#options.forMs);
    }
  }

  #state(): LiveState {
    const nowMs = performance.now();
    const { frames, bytesInflated } = this.#venue.statistics();
    const rows = this.#books.map((book) => book.row(nowMs));
    const lags = rows.flatMap(({ lagMs }) => (lagMs === undefined ? [] : [lagMs]));
    const { compared, divergent, missed } = this.#tally;
    return {
      restUrl: this.#sandbox.restUrl,
      pushUrl: this.#sandbox.pushUrl,
      pageUrl: this.#desk.pageAddress(),
      missedPort: missedPortOf(this.#options, this.#sandbox),
      missedPagePort: missedPagePortOf(this.#desk),
      profile: this.#options.profile,
      credentialFile: this.#options.credentialFile,
      shards: this.#options.shards,
      liveForMs: this.#allLive === undefined ? undefined : nowMs - this.#allLive.atMs,
      rows,
      messagesPerSecond: this.#frameRate.perSecond(frames, nowMs),
      inflatedBytesPerSecond: this.#inflatedRate.perSecond(bytesInflated, nowMs),
      lagMs: lags.length > 0 ? Math.max(...lags) : undefined,
      compared,
      divergent,
      missed,
    };
  }

  /** Before the streams are closed, for then no book is live any more. */
  #measure(): SummaryParts {
    return {
      views: this.#books.map(({ view }) => view),
      tally: this.#tally,
      before: this.#allLive?.statistics,
      after: this.#venue.statistics(),
      elapsedMs: this.#allLive === undefined ? 0 : performance.now() - this.#allLive.atMs,
    };
  }

  #outcome(parts: SummaryParts, endedBy: EndedBy): StartOutcome {
    const summary = summarise(parts);
    const failures = findFailures(summary, parts, endedBy);
    return { summary, text: describeSummary(summary, parts), failures };
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await once(signal, "abort");
  }
}
