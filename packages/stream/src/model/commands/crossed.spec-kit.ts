import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** A message after which the book is crossed, and one that takes it back. */
export const crossed: WorldCommand = pairCommand("crossed", (world, pair) => {
  const [crossing, back] = pair.crossedUpdates();
  world.send(pair, crossing);
  world.send(pair, back);
});
