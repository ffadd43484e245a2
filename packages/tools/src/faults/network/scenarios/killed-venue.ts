import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** The venue's process is killed while orders are on their way to it, and started again with its data directory. */
export const killedVenue: Scenario = {
  name: "killed-venue",
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "depthwire-network-"));
    try {
      return await Scene.play(context, { venueFlags: ["--data", directory] }, async (scene) => {
        const { relay, venue, findings } = scene;
        const half = Math.ceil(context.orders / 2);
        const placings = scene.placeMany(half);
        if (await scene.until(() => relay.underWay > 0, 30_000)) {
          findings.meet("killed amid requests");
        }
        await venue.kill();
        await venue.startAgain();
        await placings;
        await scene.placeMany(half);
        findings.need("killed amid requests");
        findings.need("gap-closed");
        findings.need("placed", half);
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
