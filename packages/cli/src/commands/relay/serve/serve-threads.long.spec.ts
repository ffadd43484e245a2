import { openNatsBus } from "@depthwire/nats";
import { askInstances, Subjects } from "@depthwire/relay";
import { threadOfPair } from "@depthwire/relay/internal";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../../command-scene.spec-kit.js";
import { RelayScene } from "../relay-scene.spec-kit.js";
import type { ServeResult } from "./serve-report.js";

const threads = 3;

it.each(["0", "65", "two"])("relay serve --threads %s is refused", async (count) => {
  const end = await runCommandLine(["relay", "serve", "--pairs", "all", "--threads", count, "--json"]);
  expect(end).toMatchObject({ exitCode: 2, envelopes: [{ error: { code: "usage" } }] });
  expect(end.envelopes[0]?.error?.message).toContain("from 1 to 64");
});

it("a name leaves room for the number of each thread", async () => {
  const serve = async (name: string, count: string) =>
    (await runCommandLine(["relay", "serve", "--pairs", "", "--name", name, "--threads", count, "--json"])).envelopes[0]
      ?.error?.message;
  expect(await serve("n".repeat(35), "10")).toContain("1 to 34 letters");
  expect(await serve("n".repeat(34), "10")).toContain("--pairs names none");
  expect(await serve("n".repeat(37), "1")).toContain("--pairs names none");
});

describe.skipIf(lacksNatsServer)("relay serve --threads (skipped where nats-server is missing)", () => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await RelayScene.open();
  });
  afterAll(() => scene.close());

  const serve = (name: string) =>
    scene.start("relay", "serve", "--name", name, "--pairs", "all", "--threads", String(threads));
  /** Threads that have a pair, by the names of their instances. */
  const namesOf = (name: string): readonly string[] => {
    const used = new Set(scene.sandbox.pairs.map((pair) => (threadOfPair(pair) % threads) + 1));
    return [...used].sort().map((thread) => `${name}-${thread}`);
  };

  it("publishes from an instance in each thread, and hands everything over at its end", async () => {
    const names = namesOf("alpha");
    expect(names.length).toBeGreaterThan(1);
    const alpha = serve("alpha");
    await Promise.all(names.map((name) => alpha.said({ event: "owns", name, live: 2, pairs: 2 })));
    // They publish for themselves: the bus knows each by its name, and a follower has all books.
    const bus = await openNatsBus({ servers: [scene.server.address], name: "spec" });
    const parts = { bus, subjects: new Subjects("main"), limitMs: 2_000 };
    const answers = await askInstances(parts, { kind: "status" });
    const instances = answers.flatMap((answer) => (answer.kind === "status" ? [answer.status.name] : []));
    expect(instances.toSorted()).toEqual(names);
    await bus.close();
    const follower = scene.start("relay", "follow", ...scene.sandbox.pairs);
    await Promise.all(scene.sandbox.pairs.map((pair) => follower.said({ pair, status: "live" })));

    const beta = serve("beta");
    await Promise.all(namesOf("beta").map((name) => beta.said({ event: "owns", name, standby: /[1-9]/ })));
    const place = follower.items.length;
    expect(await alpha.interrupt()).toBe(0);
    const shards = new Set(scene.sandbox.pairs.map((pair) => threadOfPair(pair))).size;
    const { handedOver, givenBack } = (alpha.end as { readonly data: ServeResult }).data;
    expect([...handedOver, ...givenBack]).toHaveLength(shards);
    await Promise.all(
      scene.sandbox.pairs.map((pair) => follower.said({ pair, owner: /^beta-/, status: "live" }, place)),
    );
    await beta.interrupt();
  });

  it("ends all threads where one cannot go on, and says why", async () => {
    const [taken = ""] = namesOf("gamma");
    const other = scene.start("relay", "serve", "--name", taken, "--pairs", scene.sandbox.pairs[0] ?? "");
    await other.said({ event: "owns", name: taken });
    const gamma = serve("gamma");
    await expect.poll(() => gamma.end?.error?.code).toBe("name-taken");
    expect(gamma.end?.error?.details).toEqual({ name: taken });
    await other.interrupt();
  });

  it("starts its threads whatever flags the process was given", async () => {
    const pairs = scene.sandbox.pairs.join(",");
    const delta = scene.startAsText("relay", "serve", "--name", "delta", "--pairs", pairs, "--threads", "2");
    await delta.said({ event: "owns", name: /^delta-[12]$/ });
    expect(await delta.interrupt()).toBe(0);
  });
});
