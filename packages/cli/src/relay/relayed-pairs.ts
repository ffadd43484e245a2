import { shardOf } from "@depthwire/relay";
import { pairPatterns } from "@depthwire/schema/internal";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { hearPairs } from "./heard-pairs.js";
import type { OpenedBus } from "./open-bus.js";

const pairForm = new RegExp(pairPatterns.map((pattern) => `(?:${pattern})`).join("|"));

/** Most pairs that a refusal lists. */
const maxNamed = 8;

/** Sees that names can be those of pairs, before anything is sent. @throws Refused `usage` */
export function refuseMisspelled(typed: readonly string[]): void {
  const wrong = typed.find((name) => !pairForm.test(name));
  if (wrong !== undefined) {
    const remedy = "Pairs are written as 4BTC_USDT (USDT-margined), 5BTC_USD (coin-margined) or BTC_USDT (spot).";
    throw new Refused("usage", `${wrong} is no name of a pair`, remedy, { pair: wrong });
  }
}

/**
 * Holds names against the pairs that owners on the bus name. What nobody names now may come later: that is noted.
 *
 * @param signal ends the listening
 * @returns them, each once, in their order
 * @throws Refused `unknown-pair` where the owner of its shard does not carry it
 */
export async function relayedPairs(
  typed: readonly string[],
  opened: OpenedBus,
  venueName: string,
  { output, signal }: Pick<Context, "output" | "signal">,
): Promise<readonly string[]> {
  const wanted = [...new Set(typed)];
  const heard = await hearPairs(opened, wanted, signal);
  const names = [...heard.values()].flat().sort();
  const missing = wanted.filter((pair) => !names.includes(pair));
  const wrong = missing.find((pair) => heard.has(shardOf(pair)));
  if (wrong !== undefined) {
    throw notCarried(wrong, names);
  }
  if (names.length === 0) {
    output.note(
      `No relay is heard for the venue ${venueName} at ${opened.address}: what is asked for is shown when one is (depthwire relay serve).`,
    );
  } else {
    for (const pair of missing) {
      output.note(`No owner of ${pair} is heard: it is shown when one is. ${hintFor(pair, names)}`);
    }
  }
  return wanted;
}

/** Says that no owner carries a pair. @param carried the pairs that owners name */
export function notCarried(pair: string, carried: readonly string[]): Refused {
  const details = { pair, nearest: meantBy(pair, carried) };
  return new Refused("unknown-pair", `The relay carries no ${pair}`, hintFor(pair, carried), details);
}

function hintFor(pair: string, carried: readonly string[]): string {
  const meant = meantBy(pair, carried);
  if (meant !== undefined) {
    return `Did you mean ${meant}?`;
  }
  const named = carried.slice(0, maxNamed).join(", ");
  const more = carried.length > maxNamed ? ` and ${carried.length - maxNamed} more` : "";
  return `It carries ${named}${more}; others with depthwire relay serve --pairs.`;
}

/** The same letters in another order are a slip of the pen. Any other name may be a pair of the venue that nobody serves here. */
function meantBy(pair: string, carried: readonly string[]): string | undefined {
  const letters = (name: string): string => [...name].sort().join("");
  return carried.find((name) => letters(name) === letters(pair));
}
