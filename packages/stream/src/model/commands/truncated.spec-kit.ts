import { compressedFrame } from "../../spec-kit/fake-network.spec-kit.js";
import { pairCommand, type WorldCommand } from "../command.spec-kit.js";

/** An update that is cut short on its way. */
export const truncated: WorldCommand = pairCommand("truncated", (world, pair, seed) => {
  const frame = compressedFrame(pair.update());
  world.sendBytes(pair, frame.subarray(0, seed % frame.length));
});
