import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** A book is asked for. */
export const subscribe: WorldCommand = worldCommand("subscribe", (world, seed) => {
  const { pair } = world.pair(seed);
  if (!world.books.has(pair)) {
    world.subscribe(pair);
  }
});
