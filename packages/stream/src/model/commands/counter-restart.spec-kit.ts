import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** The venue's counter begins again, with a snapshot that says so or without. */
export const counterRestart: WorldCommand = pairCommand("counter-restart", (world, pair, seed) => {
  const snapshot = pair.restartCounter();
  world.send(pair, seed % 2 === 0 ? snapshot : pair.update());
});
