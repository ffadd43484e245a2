import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** Deletes of prices that no book has. */
export const unknownLevel: WorldCommand = pairCommand("unknown-level", (world, pair) => {
  world.send(pair, pair.unknownDeletes());
});
