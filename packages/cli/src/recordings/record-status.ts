import type { Venue } from "@depthwire/node";
import type { Context } from "../program/context.js";
import { count, duration, megabytes } from "../screen/number-format.js";
import { createRateMeter } from "../screen/rate.js";

/** How far back rates look, in milliseconds. */
const rateWindowMs = 5_000;

/** One line that is written over each second on a terminal; with `--json` an item; elsewhere nothing. */
export class RecordStatus {
  readonly #venue: Venue;
  readonly #context: Context;
  readonly #forMs: number | undefined;
  readonly #startedMs = performance.now();
  readonly #frames = createRateMeter(rateWindowMs);
  readonly #bytes = createRateMeter(rateWindowMs);

  constructor(venue: Venue, context: Context, forMs: number | undefined) {
    this.#venue = venue;
    this.#context = context;
    this.#forMs = forMs;
  }

  show(): void {
    const { output, screen, styles } = this.#context;
    const recorded = this.#venue.recording?.statistics();
    if (recorded === undefined || !(output.isJson || screen.isTerminal)) {
      return;
    }
    const nowMs = performance.now();
    const elapsedMs = Math.round(nowMs - this.#startedMs);
    const { frames, bytes, segments } = recorded;
    const framesPerSecond = this.#frames.perSecond(frames, nowMs);
    const bytesPerSecond = this.#bytes.perSecond(bytes, nowMs);
    const { live, total } = this.#books();
    output.item({ elapsedMs, frames, framesPerSecond, bytes, bytesPerSecond, segments, liveBooks: live, books: total });
    const books = `live ${live}/${total}`;
    const parts = [
      ...(total === 0 ? [] : [books]),
      `${count(frames)} frames, ${count(framesPerSecond)}/s`,
      `${megabytes(bytes)} MB, ${megabytes(bytesPerSecond)} MB/s`,
      `${count(segments)} ${segments === 1 ? "segment" : "segments"}`,
      this.#forMs === undefined ? duration(elapsedMs) : `${duration(elapsedMs)} of ${duration(this.#forMs)}`,
    ];
    const line = fitting(parts, screen.size().columns);
    const style = live === total ? styles.good : styles.bad;
    output.write(`\r\u001b[2K${line.replace(books, style(books))}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#context.screen.isTerminal) {
      this.#context.output.write("\r\u001b[2K");
    }
  }

  #books(): { readonly live: number; readonly total: number } {
    const { books } = this.#venue.statistics();
    return { live: books.live, total: Object.values(books).reduce((sum, number) => sum + number, 0) };
  }
}

/** As many parts as fit on one line: a line that is broken cannot be written over. */
function fitting(parts: readonly string[], columns: number): string {
  let line = "";
  for (const part of parts) {
    const longer = line === "" ? part : `${line}  ${part}`;
    if (longer.length >= columns && line !== "") {
      break;
    }
    line = longer;
  }
  return line;
}
