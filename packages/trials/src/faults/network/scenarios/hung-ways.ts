import { ConnectProxy } from "../connect-proxy.js";
import type { NetworkContext, Scenario } from "../scenario.js";
import { Scene } from "../scene.js";

/** Later than a client waits for a tunnel. */
const lateMs = 2_500;

/** An HTTP proxy takes connections and does not answer, answers too late, and comes to life again; it hangs again when the client is closed. */
export const hungProxy: Scenario = {
  name: "hung-proxy",
  run: async (context) => {
    const proxy = await ConnectProxy.start(lateMs);
    try {
      return await Scene.play(context, { client: { proxy: proxy.address } }, async (scene) => {
        const hang = (answer: ConnectProxy["answer"]): void => {
          proxy.answer = answer;
          proxy.cut();
        };
        await playHungWay(scene, context, {
          hang: async () => hang("never"),
          hangOtherwise: async () => hang("late"),
          heal: async () => hang("at-once"),
        });
        scene.beforeClose = async () => hang("never");
      });
    } finally {
      await proxy.close();
    }
  },
};

/** The venue's name is looked up, and nobody answers. */
export const hungNames: Scenario = {
  name: "hung-names",
  run: (context) =>
    Scene.play(context, { hostName: "localhost" }, async (scene) => {
      const answer = async (how: "at-once" | "hang"): Promise<void> => {
        await scene.client.names(how);
        scene.proxy.cut("reset");
      };
      const hang = (): Promise<void> => answer("hang");
      await playHungWay(scene, context, { hang, hangOtherwise: hang, heal: () => answer("at-once") });
      scene.beforeClose = hang;
    }),
};

interface HungWay {
  hang(): Promise<void>;
  hangOtherwise(): Promise<void>;
  heal(): Promise<void>;
}

async function playHungWay(scene: Scene, { orders }: NetworkContext, way: HungWay): Promise<void> {
  const { findings, wanted } = scene;
  const third = Math.ceil(orders / 3);
  await scene.placeMany(third);
  await way.hang();
  await scene.placeMany(Math.ceil(third / 2), () => wanted.trading("open-long"));
  await way.hangOtherwise();
  await scene.placeMany(Math.floor(third / 2), () => wanted.trading("open-long"));
  await way.heal();
  await scene.placeElsewhere(wanted.trading("open-short"));
  await scene.placeMany(third);
  findings.need("placed", third);
  findings.need("gap-closed");
}
