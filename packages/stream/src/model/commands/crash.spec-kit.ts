import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** A thread dies. Nothing happens where there are none. */
export const crash: WorldCommand = worldCommand("crash", (world, seed) => {
  const running = world.threads.all.filter(({ state }) => state === "running");
  running[seed % Math.max(1, running.length)]?.crash("crashed by a command");
});
