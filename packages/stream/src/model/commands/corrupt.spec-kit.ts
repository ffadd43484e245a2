import { compressedFrame } from "../../spec-kit/fake-network.spec-kit.js";
import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update with a flipped bit in its compressed body. */
export const corrupt: WorldCommand = pairCommand("corrupt", (world, pair, seed) => {
  const frame = compressedFrame(pair.update());
  const at = 1 + (seed % (frame.length - 1));
  frame[at] = (frame[at] ?? 0) ^ (1 << (seed % 8));
  world.sendBytes(pair, frame);
});
