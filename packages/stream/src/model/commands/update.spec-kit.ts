import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** One to eight sound updates. */
export const update: WorldCommand = pairCommand("update", (world, pair, seed) => {
  for (let sent = 0; sent <= seed % 8; sent++) {
    world.send(pair, pair.update());
  }
});
