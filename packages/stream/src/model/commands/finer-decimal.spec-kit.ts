import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** A price and a quantity that are finer than any before. */
export const finerDecimal: WorldCommand = pairCommand("finer-decimal", (world, pair) => {
  world.send(pair, pair.finerUpdate());
});
