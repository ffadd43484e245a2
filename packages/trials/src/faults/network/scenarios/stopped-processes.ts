import { setTimeout as sleep } from "node:timers/promises";
import type { NetworkContext, Scenario } from "../scenario.js";
import { Scene } from "../scene.js";
import { interruptAmidRequests } from "./amid-requests.js";

/** Longer than requests stay good; in full longer than the venue waits for the answer to two pings. */
const stoppedMs = { full: 25_000, short: 5_000 } as const;
/** What another hand trades meanwhile. */
const traded = 3;

/** The venue's process stands still while orders are on their way to it, and goes on. */
export const stoppedVenue: Scenario = {
  name: "stopped-venue",
  run: (context) =>
    Scene.play(context, {}, (scene) => {
      const stop = async (): Promise<void> => {
        scene.venue.stop();
        await sleep(stoppedMs[context.length]);
        scene.venue.goOn();
      };
      return playStop(scene, context, { stop, afterwards: () => forgiveBacklog(scene) });
    }),
};

/** The client's process stands still while it places orders, and goes on. Its account is traded meanwhile. */
export const stoppedClient: Scenario = {
  name: "stopped-client",
  run: (context) =>
    Scene.play(context, {}, (scene) => {
      const stop = async (): Promise<void> => {
        scene.client.stop();
        for (let i = 0; i < traded; i++) {
          await scene.placeElsewhere(scene.wanted.trading("open-short"));
        }
        await sleep(stoppedMs[context.length]);
        scene.client.goOn();
      };
      return playStop(scene, context, { stop, afterwards: () => undefined });
    }),
};

/** What came while it stood still, the venue counts as if it came at once when it goes on. No client can know that beforehand. */
function forgiveBacklog({ relay, findings }: Scene): void {
  findings.meet("too frequent from the backlog", relay.refusedByRate.splice(0).length);
}

interface Stop {
  stop(): Promise<void>;
  /** When all that was under way has ended. */
  afterwards(): void;
}

async function playStop(scene: Scene, { orders }: NetworkContext, { stop, afterwards }: Stop): Promise<void> {
  const half = Math.ceil(orders / 2);
  await interruptAmidRequests(scene, half, { name: "stopped amid requests", interrupt: stop });
  afterwards();
  await scene.placeMany(half);
  scene.findings.need("placed", Math.floor(half / 2));
}
