import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** Two updates in the wrong order. */
export const reorder: WorldCommand = pairCommand("reorder", (world, pair) => {
  const first = pair.update();
  world.send(pair, pair.update());
  world.send(pair, first);
});
