import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

const outageMs = { full: 30_000, short: 4_000 } as const;
/** Orders that are placed into the outage. */
const intoOutage = 6;

/** Nothing comes through for a while, and the halt is told in the middle of it. */
export const outageWithHalt: Scenario = {
  name: "outage-with-halt",
  run: (context) =>
    Scene.play(context, {}, async (scene) => {
      const { proxy, wanted } = scene;
      const half = Math.ceil(context.orders / 2);
      await scene.placeMany(half - intoOutage, () => wanted.next());
      await scene.place(wanted.resting());
      breakOff(scene);
      const lost = scene.placeMany(intoOutage, () => wanted.resting());
      await sleep(outageMs[context.length] / 2);
      await scene.halt("own");
      await sleep(outageMs[context.length] / 2);
      heal(scene);
      await lost;
      await scene.haltReached();
      await scene.resume();
      proxy.cut("end");
      await scene.placeMany(half);
      scene.findings.need("placed", half);
      scene.findings.need("gap-closed");
    }),
};

/** Connections hang, and no new one is made. */
function breakOff({ proxy }: Scene): void {
  proxy.newConnections = "reset";
  proxy.toServer.flow = "drop";
  proxy.toClient.flow = "drop";
}

function heal({ proxy }: Scene): void {
  proxy.cut("reset");
  proxy.toServer.flow = "pass";
  proxy.toClient.flow = "pass";
  proxy.newConnections = "connect";
}
