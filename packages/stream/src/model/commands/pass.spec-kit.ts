import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** Time passes: nothing at all, a moment, or minutes. */
export const pass: WorldCommand = worldCommand("pass", async (world, seed) => {
  await world.pass(seed % 3 === 0 ? seed % 60 : seed * 10);
});
