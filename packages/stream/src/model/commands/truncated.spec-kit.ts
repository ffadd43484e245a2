import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update that is cut short on its way. */
export const truncated: WorldCommand = pairCommand("truncated", (world, pair, seed) => {
  const frame = world.frame(pair.update());
  world.sendBytes(pair, frame.subarray(0, seed % frame.length));
});
