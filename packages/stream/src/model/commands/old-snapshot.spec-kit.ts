import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** A snapshot of an earlier state. */
export const oldSnapshot: WorldCommand = pairCommand("old-snapshot", (world, pair, seed) => {
  const text = pair.snapshots[seed % Math.max(1, pair.snapshots.length)];
  if (text !== undefined) {
    world.send(pair, text);
  }
});
