import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** A price in `add` and `del` of one message. */
export const ambiguousLevel: WorldCommand = pairCommand("ambiguous-level", (world, pair) => {
  world.send(pair, pair.ambiguousUpdate());
});
