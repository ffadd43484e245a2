import { openNatsBus } from "@depthwire/nats";
import { connectionOf } from "@depthwire/nats/internal";
import { Subjects } from "@depthwire/relay";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RelayScene, scenePairs } from "../relay-scene.spec-kit.js";

/** One connection's share of an owner's answers: at once, and in the long run. */
const burstStates = 4_096;
const burstBytes = 8_388_608;
const bytesPerMs = 4_194_304 / 1_000;

describe.skipIf(lacksNatsServer)("an owner on a real server (skipped where nats-server is missing)", () => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await RelayScene.open();
  });
  afterAll(() => scene.close());

  it("answers a connection that floods it no more than its share, and others beside it", async () => {
    const owner = scene.serve("alpha");
    await owner.said({ event: "owns", live: scenePairs.length });
    const subjects = new Subjects("main");
    const [flood, other] = await Promise.all(
      ["flood", "other"].map((name) => openNatsBus({ servers: [scene.server.address], name })),
    );
    if (flood === undefined || other === undefined) {
      throw new Error("two connections");
    }
    const got = { states: 0, bytes: 0 };
    const sinceMs = performance.now();
    const connection = connectionOf(flood);
    connection.subscribe("_INBOX.spec.*", {
      callback: (_, { data }) => {
        got.states++;
        got.bytes += data.length;
      },
    });
    let asked = 0;
    let answeredOthers = 0;
    for (let round = 0; round < 10; round++) {
      for (let question = 0; question < 2_000; question++) {
        const pair = scenePairs[question % scenePairs.length] ?? "";
        connection.publish(subjects.snap(pair), new Uint8Array(0), { reply: `_INBOX.spec.${++asked}` });
      }
      await flood.flush();
      await new Promise<void>((resolve, reject) => {
        other.request(subjects.snap(scenePairs[0] ?? ""), new Uint8Array(0), 60_000, (state) => {
          if (state === undefined) {
            reject(new Error("no answer beside a flood"));
          } else {
            answeredOthers++;
            resolve();
          }
        });
      });
    }
    await flood.flush();
    const passedMs = performance.now() - sinceMs;
    expect(answeredOthers).toBe(10);
    expect(got.states).toBeLessThan(asked);
    // Of equal questions that wait some are left out, and a turn's answers may be beyond the share.
    expect(got.states).toBeLessThan(burstStates * (1 + (passedMs * bytesPerMs) / burstBytes) + 1_000);
    expect(got.bytes).toBeLessThan(burstBytes + passedMs * bytesPerMs + 2 ** 20);
    const { out } = await scene.run(["relay", "status", "--json"]);
    const refused = /"refused":(\d+)/.exec(out)?.[1];
    expect(Number(refused)).toBeGreaterThan(1_000);
    await Promise.all([flood.close(), other.close()]);
    expect(await owner.interrupt()).toBe(0);
  });
});
