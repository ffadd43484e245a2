import { shardOf } from "@depthwire/relay";
import type { Context } from "../program/context.js";
import { nearest } from "../program/nearest.js";
import { unknownPair } from "../venue/known-pair.js";
import { hearPairs } from "./heard-pairs.js";
import type { OpenedBus } from "./open-bus.js";

/**
 * Holds names against the pairs that owners on the bus name. What nobody names now may come later: that is noted.
 *
 * @returns them, each once, in their order
 * @throws Refused `unknown-pair` where the owner of its shard does not carry it; ValidationError `value-invalid` for what can be no pair
 */
export async function relayedPairs(
  typed: readonly string[],
  opened: OpenedBus,
  venueName: string,
  { output, signal }: Context,
): Promise<readonly string[]> {
  const wanted = [...new Set(typed)];
  for (const pair of wanted) {
    opened.subjects.snap(pair);
  }
  const heard = await hearPairs(opened, wanted, signal);
  const names = [...heard.values()].flat().sort();
  const missing = wanted.filter((pair) => !names.includes(pair));
  const wrong = missing.find((pair) => heard.has(shardOf(pair)));
  if (wrong !== undefined) {
    throw unknownPair(wrong, names, "The relay");
  }
  if (names.length === 0) {
    output.note(
      `No relay is heard for the venue ${venueName} at ${opened.address}: what is asked for is shown when one is (depthwire relay serve).`,
    );
  } else {
    for (const pair of missing) {
      const near = nearest(pair, names);
      const hint = near === undefined ? "" : ` Did you mean ${near}?`;
      output.note(`No owner of ${pair} is heard: it is shown when one is.${hint}`);
    }
  }
  return wanted;
}
