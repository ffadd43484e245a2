import { threadOfPair } from "@depthwire/relay/internal";
import {
  freeServerPorts,
  lacksEtcd,
  lacksNatsServer,
  SpecEtcd,
  startConfiguredServers,
} from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { RelayScene } from "../relay-scene.spec-kit.js";
import type { RelayOverview } from "../status/relay-overview.js";

const threads = 3;

describe.skipIf(lacksNatsServer)("relay serve --threads (skipped where nats-server is missing)", () => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await RelayScene.open();
  });
  afterAll(() => scene.close());

  /** Instances of a process of this name that have a pair, with how many. */
  const sharesOf = (name: string): ReadonlyMap<string, number> => {
    const shares = new Map<string, number>();
    for (const pair of scene.sandbox.pairs) {
      const instance = `${name}-${(threadOfPair(pair) % threads) + 1}`;
      shares.set(instance, (shares.get(instance) ?? 0) + 1);
    }
    return shares;
  };

  /** Starts one, and waits until each thread owns its share. */
  const serving = async (name: string, ...words: readonly string[]) => {
    const line = ["relay", "serve", "--name", name, "--pairs", "all", "--threads", String(threads)];
    const process = scene.start(...line, ...words);
    await Promise.all(
      [...sharesOf(name)].map(([instance, pairs]) =>
        process.said({ event: "owns", name: instance, live: pairs, pairs }),
      ),
    );
    return process;
  };

  const followed = async (name: string, ...words: readonly string[]) => {
    const follower = scene.start("relay", "follow", ...scene.sandbox.pairs, ...words);
    const owner = new RegExp(`^${name}-[1-3]-`);
    await Promise.all(scene.sandbox.pairs.map((pair) => follower.said({ pair, status: "live", owner })));
    return follower;
  };

  it.skipIf(lacksEtcd)("keep the leases of all threads in etcd (skipped where etcd is missing)", async () => {
    const etcd = new SpecEtcd();
    await etcd.start();
    onTestFinished(() => etcd.remove());
    const wide = await serving("wide", "--etcd", etcd.address);
    const follower = await followed("wide");
    // Another host takes over what the whole process owned.
    const other = scene.start("relay", "serve", "--name", "other", "--pairs", "all", "--etcd", etcd.address);
    await other.said({ event: "owns", warm: scene.sandbox.pairs.length });
    const place = follower.items.length;
    await wide.kill();
    await Promise.all(
      scene.sandbox.pairs.map((pair) => follower.said({ pair, status: "live", owner: /^other-/ }, place)),
    );
    await follower.interrupt();
    await other.interrupt();
  });

  it("take their role's key in each thread", async () => {
    const [port] = await freeServerPorts(1);
    const words = ["relay", "config", "--directory", "keys", "--servers", `127.0.0.1:${port}`, "--json"];
    const { envelopes } = await scene.run(words);
    const written = envelopes[0]?.data as
      | { readonly files: readonly string[]; readonly seedFiles: Readonly<Record<string, string>> }
      | undefined;
    const server = startConfiguredServers(written?.files ?? []);
    onTestFinished(() => server.kill());
    const seed = (role: string): readonly string[] => {
      const bus = `nats://127.0.0.1:${port}`;
      return ["--bus", bus, "--bus-seed", written?.seedFiles[role] ?? ""];
    };
    const wide = await serving("keyed", ...seed("owner"), "--keep", "10");
    const follower = await followed("keyed", ...seed("consumer"));
    const status = await scene.run(["relay", "status", ...seed("operator"), "--json"]);
    const overview = status.envelopes.at(-1)?.data as RelayOverview | undefined;
    expect(overview?.instances.map(({ name }) => name).toSorted()).toEqual([...sharesOf("keyed").keys()].toSorted());
    // A follower's key is none to own anything with, in a thread as elsewhere.
    const line = ["relay", "serve", "--name", "refused", "--pairs", "all", "--threads", String(threads)];
    const refused = scene.start(...line, ...seed("consumer"));
    await expect.poll(() => refused.end?.error?.code, { timeout: 60_000 }).toBe("relay-forbidden");
    await follower.interrupt();
    expect(await wide.interrupt()).toBe(0);
  });
});
