import { type WorldCommand, worldCommand } from "../command.spec-kit.js";

/** The venue answers something that it never published. */
export const verifyFalsely: WorldCommand = worldCommand("verify-falsely", (world, seed) => {
  world.verify(200, "false", (pair) => {
    const { updatedAtMs, asks, bids } = pair.answer(19, 200);
    const [first, ...others] = asks;
    const falseLevel = { price: first?.price ?? "100.5", quantity: `${first?.quantity ?? ""}7` };
    return { updatedAtMs, asks: seed % 2 === 0 ? [falseLevel, ...others] : [falseLevel], bids };
  });
});
