import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** A thread hangs for good, until it is replaced. */
export const hang: WorldCommand = worldCommand("hang", (world, seed) => {
  const running = world.threads.all.filter(({ state }) => state === "running");
  const thread = running[seed % Math.max(1, running.length)];
  if (thread !== undefined) {
    thread.state = "hung";
  }
});
