import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** Somebody reads the newest view of every book, beside the loops. */
export const look: WorldCommand = worldCommand("look", (world) => {
  world.look();
});
