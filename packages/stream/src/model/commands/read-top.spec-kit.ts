import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** A second reader comes for a while, who wants fewer levels. */
export const readTop: WorldCommand = worldCommand("read-top", (world, seed) => {
  world.readTop(world.pair(seed).pair, 1 + (seed % 4), 1 + (seed % 7));
});
