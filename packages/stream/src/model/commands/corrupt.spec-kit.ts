import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update with a flipped bit: its compressed body has a checksum. */
export const corrupt: WorldCommand = pairCommand("corrupt", (world, pair, seed) => {
  const frame = world.frame(pair.update());
  const at = 1 + (seed % (frame.length - 1));
  frame[at] = (frame[at] ?? 0) ^ (1 << (seed % 8));
  world.sendBytes(pair, frame);
});
