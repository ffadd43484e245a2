import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update that has a negative quantity in it. */
export const negativeQuantity: WorldCommand = pairCommand("negative-quantity", (world, pair) => {
  world.send(pair, pair.negativeUpdate());
});
