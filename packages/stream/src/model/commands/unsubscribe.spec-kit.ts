import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** A book is given up. */
export const unsubscribe: WorldCommand = worldCommand("unsubscribe", (world, seed) => {
  world.unsubscribe(world.pair(seed).pair);
});
