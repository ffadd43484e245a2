/**
 * Records books, trades and candles of pairs as they come over the wire, for replay and analysis.
 *
 * Run: `node docs/examples/recorder.ts captures/today 4BTC_USDT 4ETH_USDT --seconds 60`, beside `npm start` (Node 22.18 or later;
 * before, `npx tsx`). Without `--seconds` it goes on until Ctrl-C.
 * See: every ten seconds what is in the files and which books are live. Then `depthwire inspect captures/today`.
 * A full disk ends it with exit code 1: a recorder that goes on without recording is none.
 */
import { parseArgs } from "node:util";
import { connect, ValidationError } from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address, a folder): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    push: { type: "string", default: "ws://127.0.0.1:8090/cbu" },
    seconds: { type: "string", default: "0" },
    every: { type: "string", default: "10" },
  },
});

/** The number of an option. */
function numberOf(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (!Number.isFinite(number)) {
    throw new ValidationError("value-invalid", { path: `--${name}`, rule: "a number" });
  }
  return number;
}

const [directory = "captures/today", ...named] = positionals;
const pairs = named.length > 0 ? named : ["4BTC_USDT"];
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const seconds = numberOf("seconds");
const everyMs = 1_000 * numberOf("every");
const over = stop.signal;
if (seconds > 0) {
  // A timer of its own: Node 20 may collect an AbortSignal.timeout() that only AbortSignal.any() follows, and it never comes.
  setTimeout(() => stop.abort(), seconds * 1_000).unref();
}

const venue = connect({ addresses: [values.push], record: { directory } });
const books = pairs.map((pair) => venue.book(pair));
// What is subscribed to is recorded, whether or not anybody reads it here.
const streams = pairs.flatMap((pair) => [venue.deals(pair), venue.klines(pair, "1min")]);

function report(): void {
  const live = books.filter(({ latest }) => latest.status === "live").length;
  const written = venue.recording?.statistics();
  console.log(`${live} of ${books.length} books live; ${written?.frames} frames in ${written?.segments} segments`);
}

const reporting = setInterval(report, everyMs);
/** Ends at the end of the time, or when a part of the recording has failed. */
const failure = await new Promise<unknown>((resolve) => {
  const looking = setInterval(() => {
    const [failed] = venue.recording?.failures().values() ?? [];
    if (failed !== undefined || over.aborted) {
      clearInterval(looking);
      resolve(failed);
    }
  }, 100);
});
clearInterval(reporting);
report();
for (const stream of [...books, ...streams]) {
  stream.close();
}
// Only when this has resolved is everything in the files.
await venue.close();
if (failure !== undefined) {
  console.error(`the recording stopped: ${String(failure)}`);
  process.exitCode = 1;
}
