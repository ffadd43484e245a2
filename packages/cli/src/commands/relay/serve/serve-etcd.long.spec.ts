import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeClock } from "@depthwire/node";
import { EtcdLeaseStore } from "@depthwire/relay";
import { selfSignedCertificate } from "@depthwire/testkit";
import { fetchHttp, lacksEtcd, lacksNatsServer, SpecEtcd } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RelayScene, scenePairs } from "../relay-scene.spec-kit.js";

const [pair = ""] = scenePairs;

describe.skipIf(lacksNatsServer || lacksEtcd)("owners with etcd (skipped where nats-server or etcd is missing)", () => {
  let scene: RelayScene;
  let folder: string;
  const etcd = new SpecEtcd();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "depthwire-serve-etcd-"));
    [scene] = await Promise.all([RelayScene.open(), etcd.start()]);
  });
  afterAll(async () => {
    await scene.close();
    await etcd.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const serve = (...words: readonly string[]) =>
    scene.run(["relay", "serve", "--pairs", pair, "--name", "refused", ...words, "--json"]);

  it("keep leases and plan there, apart, and take over from one that dies", async () => {
    const owners = ["first", "second"].map((name) => scene.serve(name, "--etcd", etcd.address));
    const follower = scene.start("relay", "follow", pair);
    await Promise.all(owners.map((owner) => owner.said({ event: "owns" })));
    const live = await follower.said({ status: "live" });
    const keys = (prefix?: string) =>
      new EtcdLeaseStore({
        addresses: [etcd.address],
        http: fetchHttp,
        clock: createNodeClock(),
        prefix,
        callLimitMs: 20_000,
      }).keys();
    await expect.poll(() => keys()).toEqual(expect.arrayContaining(["main.s07", "main.s19"]));
    expect(await keys("dw1_plan/")).toEqual(["main.plan"]);
    const [owner = ""] = String(follower.items[live - 1]?.["owner"]).split("-");
    await owners[owner === "first" ? 0 : 1]?.kill();
    await follower.said({ status: "live", owner: owner === "first" ? /^second-/ : /^first-/ }, live);
  });

  it("find it by the certificates that are named", async () => {
    const [ca, key, open] = ["ca.pem", "key.pem", "open.pem"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(ca, selfSignedCertificate.cert);
    await writeFile(key, selfSignedCertificate.key, { mode: 0o600 });
    await writeFile(open, selfSignedCertificate.key);
    await chmod(open, 0o644);
    const flags = { "cert-file": ca, "key-file": key, "trusted-ca-file": ca, "client-cert-auth": "true" };
    const secure = new SpecEtcd("https", flags);
    await secure.start();
    try {
      const words = ["--etcd", secure.address, "--etcd-ca", ca];
      expect(await serve("--etcd", secure.address)).toMatchObject({ exitCode: 1 });
      expect((await serve(...words)).envelopes.at(-1)).toMatchObject({ error: { code: "no-lease-store" } });
      const ends = await serve(...words, "--etcd-certificate", ca, "--etcd-certificate-key", open);
      expect(ends.envelopes.at(-1)).toMatchObject({ error: { code: "key-open" } });
      const known = [...words, "--etcd-certificate", ca, "--etcd-certificate-key", key];
      const owner = scene.serve("secure", "--venue-name", "other", ...known);
      await owner.said({ event: "owns", live: scenePairs.length });
      expect(await owner.interrupt()).toBe(0);
    } finally {
      await secure.remove();
    }
  });

  it.each([
    ["http://127.0.0.1:1", "no-lease-store", 1],
    ["127.0.0.1:2379", "usage", 2],
    ["http://etcd.example:2379", "relay-insecure", 7],
  ])("refuse %s", async (address, code, exitCode) => {
    const end = await serve("--etcd", address);
    expect(end.envelopes.at(-1)).toMatchObject({ exitCode, error: { code } });
  });

  it("refuse certificates of no etcd", async () => {
    expect(await serve("--etcd-ca", "ca.pem")).toMatchObject({ exitCode: 2 });
  });
});
