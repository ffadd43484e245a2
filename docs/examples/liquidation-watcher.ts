/**
 * Watches how far each position is from its liquidation, warns, and says what the venue did to positions unasked.
 *
 * Run: `node docs/examples/liquidation-watcher.ts --near 5 --top-up 10`, beside `npm start` (Node 22.18 or later; before,
 * `npx tsx`).
 * See: a line for each position that is nearer than so many percent, or past its price, and what `--top-up` added to it. While
 * the account is not known, its positions are as they last were: that is said, and no margin is added.
 * It places no order. Margin is added once for each position: a call that was cut off is found out, not repeated.
 */
import { parseArgs } from "node:util";
import { connect, DepthwireError, readCredentialFile, ValidationError } from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address, a key): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values } = parseArgs({
  options: {
    push: { type: "string", default: "ws://127.0.0.1:8090/cbu" },
    rest: { type: "string", default: "http://127.0.0.1:8090" },
    key: { type: "string", default: ".depthwire/credential.json" },
    /** Percent of the tag price. */
    near: { type: "string", default: "5" },
    /** In USDT; 0: none. Only USDT-margined positions in fixed mode take it: the same number in another coin is another sum. */
    "top-up": { type: "string", default: "0" },
    seconds: { type: "string", default: "60" },
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

const near = numberOf("near");
const topUp = values["top-up"];
const venue = connect({ addresses: [values.push], restAddress: values.rest });
const account = venue.account(await readCredentialFile(values.key));
await account.ready;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
setTimeout(() => stop.abort(), numberOf("seconds") * 1_000).unref();
const over = stop.signal;
over.addEventListener("abort", () => account.close());
const toppedUp = new Set<string>();
const warned = new Map<string, string>([["account", "account known"]]);

function warn(subject: string, words: string): void {
  if (warned.get(subject) !== words) {
    warned.set(subject, words);
    console.warn(words);
  }
}

/** What the venue did, as it comes. */
const listening = (async () => {
  for await (const event of account.events) {
    if (event.kind === "position-change") {
      const { type, pair, side, quantityChange, price } = event.change;
      console.log(`${type}: ${pair} ${side} by ${quantityChange} at ${price}`);
    } else if (event.kind === "gap") {
      console.warn(`something may be missing: ${event.reason}`);
    }
  }
})();

/**
 * How far the tag price is from where the position is liquidated, in percent of the tag price; 0 or less: it is there, or past it.
 * A distance may be a number; money never.
 */
function percentAway(side: "long" | "short", liquidationPrice: string, tag: number): number {
  const below = 100 * (1 - Number(liquidationPrice) / tag);
  return side === "long" ? below : -below;
}

/** Whether the positions are those that the venue has, as far as can be known; says so when that changes. */
function isKnown(): boolean {
  const { hasStarted, status, gap } = account.events.state;
  const missing = gap === undefined ? "" : `something may be missing since ${new Date(gap.fromMs).toISOString()}`;
  const now = hasStarted ? (status === "live" ? missing : status) : "not known yet";
  warn("account", now === "" ? "account known" : `account not known (${now}): positions are as they last were`);
  return now === "";
}

async function addMargin(pair: string, side: "long" | "short"): Promise<void> {
  toppedUp.add(`${pair} ${side}`);
  try {
    const verdict = await account.rest.careful.adjustMargin({ pair, side, margin: topUp });
    console.log(`${pair} ${side}: ${topUp} of margin ${verdict.kind}`);
  } catch (error) {
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
    console.error(`${pair} ${side}: no margin was added: ${error.message}`);
  }
}

while (!over.aborted) {
  try {
    const [usdt, coin] = await Promise.all([
      venue.rest.usdt.getTagPrices({}, { signal: over }),
      venue.rest.coin.getTagPrices({}, { signal: over }),
    ]);
    const known = isKnown();
    const held = [...account.events.state.positions].flatMap(([pair, both]) =>
      (["long", "short"] as const).map((side) => ({ pair, side, position: both[side] })),
    );
    for (const { pair, side, position } of held) {
      const tag = Number((usdt[pair] ?? coin[pair])?.tagPrice ?? "0");
      if (position !== undefined && tag === 0) {
        warn(pair, `${pair} has no tag price: it is not watched`);
      }
      // A price of 0: never.
      if (position === undefined || tag === 0 || Number(position.liquidationPrice) === 0) {
        continue;
      }
      const { quantity, liquidationPrice, mode } = position;
      const away = percentAway(side, liquidationPrice, tag);
      const place = away > 0 ? `${away.toFixed(1)} % from` : `${(-away).toFixed(1)} % past`;
      if (away < near) {
        warn(`${pair} ${side}`, `${pair} ${side} ${quantity}: ${place} liquidation at ${liquidationPrice}`);
      }
      const takesMargin = mode === "fixed" && usdt[pair] !== undefined;
      if (known && away < near && takesMargin && Number(topUp) > 0 && !toppedUp.has(`${pair} ${side}`)) {
        await addMargin(pair, side);
      }
    }
  } catch (error) {
    // An outage is no reason to stop watching: the next round asks again.
    if (over.aborted) {
      break;
    }
    if (!(error instanceof DepthwireError)) {
      account.close();
      await venue.close();
      throw error;
    }
    console.error(error.message);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}
account.close();
await listening;
await venue.close();
