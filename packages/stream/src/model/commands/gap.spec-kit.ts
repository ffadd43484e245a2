import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update whose `seq` steps by more than 1. */
export const gap: WorldCommand = pairCommand("gap", (world, pair, seed) => {
  world.send(pair, pair.updateWithStep(2 + (seed % 5)));
});
