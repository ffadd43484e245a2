import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** How long a session may take to be live with the new key. */
const liveWithinMs = 60_000;

/** The key is changed while the account trades, then the old one is withdrawn. */
export const rotation: Scenario = {
  name: "key-rotation",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      const { truth, client, wanted, findings } = scene;
      const third = Math.ceil(context.orders / 3);
      await scene.placeMany(third);
      const key = await truth.anotherKey();
      const trades = scene.placeElsewhere(wanted.trading("open-short"));
      await Promise.all([client.rotate(key), scene.placeMany(third), trades]);
      await truth.revoke(truth.key);
      await scene.placeElsewhere(wanted.trading("open-short"));
      await scene.placeMany(third);
      const isLive = await scene.until(async () => (await client.known())?.phase === "live", liveWithinMs);
      if (!isLive) {
        const known = await client.known();
        findings.fault("wrong", `the stream is ${known?.phase} after a rotation (${known?.ended ?? "not ended"})`);
      }
      findings.need("placed", 2 * third);
    }),
};

/** The key is withdrawn, and there is no other: everything is refused, nothing waits for ever. */
export const revocation: Scenario = {
  name: "key-revocation",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      const { truth, client, findings } = scene;
      const half = Math.ceil(context.orders / 2);
      await scene.placeMany(half);
      await scene.fillsDelivered();
      await truth.revoke(truth.key);
      await scene.placeMany(half);
      const hasEnded = await scene.until(async () => (await client.known())?.phase === "refused", liveWithinMs);
      if (!hasEnded) {
        findings.fault("wrong", "the stream goes on with a key that was withdrawn");
      }
      findings.need("refused", half);
    }),
};
