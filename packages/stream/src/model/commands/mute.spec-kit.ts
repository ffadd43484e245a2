import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** The venue stops or starts answering subscriptions. */
export const mute: WorldCommand = worldCommand("mute", (world) => {
  world.mute = !world.mute;
});
