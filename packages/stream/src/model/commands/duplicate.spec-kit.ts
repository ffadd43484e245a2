import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** The latest update once more. */
export const duplicate: WorldCommand = pairCommand("duplicate", (world, pair) => {
  if (pair.lastUpdate !== undefined) {
    world.send(pair, pair.lastUpdate);
  }
});
