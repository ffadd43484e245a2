import { InvalidArgumentError } from "commander";

/** As `@depthwire/relay` names them, which a description of commands does not load. */
export const shardNames: readonly string[] = Array.from({ length: 64 }, (_, n) => `s${String(n).padStart(2, "0")}`);

/** Reads names of shards with commas between, and spans of them: `s00-s31,s40`. */
export function shardList(text: string): readonly string[] {
  const parts = text.split(",").map((part) => part.trim());
  return [...new Set(parts.flatMap(spanOf))].sort();
}

function spanOf(part: string): readonly string[] {
  const [first = "", last = first, ...more] = part.split("-");
  const [from, to] = [shardNames.indexOf(first), shardNames.indexOf(last)];
  if (from < 0 || to < from || more.length > 0) {
    throw new InvalidArgumentError(
      `${part} is no shard. There are s00 to s63: write s07, or s00-s31, with commas between.`,
    );
  }
  return shardNames.slice(from, to + 1);
}
