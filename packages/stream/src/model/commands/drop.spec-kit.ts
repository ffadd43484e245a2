import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update that never arrives. */
export const drop: WorldCommand = pairCommand("drop", (_world, pair) => {
  pair.update();
});
