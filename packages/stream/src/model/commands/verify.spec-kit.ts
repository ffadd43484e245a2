import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** Every book is held against a state of some moments ago. */
export const verify: WorldCommand = worldCommand("verify", (world, seed) => {
  const size = 1 + (seed % 30);
  world.verify(size, "true", (pair) => pair.answer(seed, size));
});
