import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** A snapshot of the present state that nobody asked for. */
export const snapshot: WorldCommand = pairCommand("snapshot", (world, pair) => {
  world.send(pair, pair.snapshot());
});
