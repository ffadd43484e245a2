import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** Every connection is cut. */
export const disconnect: WorldCommand = worldCommand("disconnect", (world) => {
  world.cut();
});
