import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";
import { interruptAmidRequests } from "./amid-requests.js";

/** The venue's process is killed while orders are on their way to it, and started again with its data directory. */
export const killedVenue: Scenario = {
  name: "killed-venue",
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "depthwire-network-"));
    try {
      return await Scene.play(context, { venueFlags: ["--data", directory] }, async (scene) => {
        const { venue, findings } = scene;
        const half = Math.ceil(context.orders / 2);
        const interrupt = async (): Promise<void> => {
          await venue.kill();
          await venue.startAgain();
        };
        await interruptAmidRequests(scene, half, { name: "killed amid requests", interrupt });
        await scene.placeMany(half);
        findings.need("gap-closed");
        findings.need("placed", half);
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
