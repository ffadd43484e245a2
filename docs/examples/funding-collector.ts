/**
 * Collects funding rates: each rate of each contract once, as a line of JSON behind those that are there already.
 *
 * Run: `node docs/examples/funding-collector.ts --out funding.ndjson --seconds 60`, beside `npm start` (Node 22.18 or later;
 * before, `npx tsx`). Without `--seconds` it goes on until Ctrl-C.
 * See: how many new rates each round had; in the file `{"pair","rate","fixedAtMs","tagPrice"}`. A second run repeats none.
 * It needs no key.
 */
import { appendFile, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connect, DepthwireError, ValidationError } from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address, a file): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values } = parseArgs({
  options: {
    push: { type: "string", default: "ws://127.0.0.1:8090/cbu" },
    rest: { type: "string", default: "http://127.0.0.1:8090" },
    out: { type: "string", default: "funding.ndjson" },
    every: { type: "string", default: "60" },
    seconds: { type: "string", default: "0" },
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

interface Row {
  readonly pair: string;
  /** Share of the position's value; positive: longs pay shorts. Text: it is money. */
  readonly rate: string;
  readonly fixedAtMs: number;
  readonly tagPrice: string | undefined;
}

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const seconds = numberOf("seconds");
const everyMs = 1_000 * numberOf("every");
const over = stop.signal;
if (seconds > 0) {
  // A timer of its own: Node 20 may collect an AbortSignal.timeout() that only AbortSignal.any() follows, and it never comes.
  setTimeout(() => stop.abort(), seconds * 1_000).unref();
}
const venue = connect({ addresses: [values.push], restAddress: values.rest });
const keyOf = ({ pair, rate, fixedAtMs }: Row): string => `${pair} ${fixedAtMs} ${rate}`;
const known = new Set(await readRows());

/** What earlier runs wrote. A line that a killed run left half is no row; the next one begins behind it. */
async function readRows(): Promise<readonly string[]> {
  const text = await readFile(values.out, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") {
      throw error;
    }
    return "";
  });
  if (text !== "" && !text.endsWith("\n")) {
    await appendFile(values.out, "\n");
  }
  return text.split("\n").flatMap((line) => {
    try {
      return [keyOf(JSON.parse(line) as Row)];
    } catch {
      return [];
    }
  });
}

async function collect(): Promise<number> {
  const { usdt, coin } = venue.rest;
  let found = 0;
  for (const family of [usdt, coin]) {
    const [rates, tagPrices] = await Promise.all([
      family.getFundingRates({}, { signal: over }),
      family.getTagPrices({}, { signal: over }),
    ]);
    for (const { pair, fundingRate, createdAtMs } of Object.values(rates)) {
      const row: Row = { pair, rate: fundingRate, fixedAtMs: createdAtMs, tagPrice: tagPrices[pair]?.tagPrice };
      if (!known.has(keyOf(row))) {
        // In the file first: what is only remembered would be lost with the process.
        await appendFile(values.out, `${JSON.stringify(row)}\n`);
        known.add(keyOf(row));
        found += 1;
      }
    }
  }
  return found;
}

while (!over.aborted) {
  try {
    console.log(`${await collect()} new, ${known.size} in all`);
  } catch (error) {
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
    if (!over.aborted) {
      console.error(`not this time: ${error.message}`);
    }
  }
  // A signal that is aborted already ends the wait at once.
  await sleep(everyMs, undefined, { signal: over }).catch(() => undefined);
}
await venue.close();
