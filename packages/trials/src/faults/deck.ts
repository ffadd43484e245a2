import type { Random } from "@depthwire/core";

/** Deals kinds so that each comes up as often as the others, give or take one: a shuffled deck that is used up before the next. */
export function deck<Kind>(kinds: readonly Kind[], random: Random): () => Kind {
  let left: Kind[] = [];
  return () => {
    if (left.length === 0) {
      left = [...kinds];
    }
    const [dealt] = left.splice(Math.floor(random() * left.length), 1);
    return dealt as Kind;
  };
}
