import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openNatsBus } from "@depthwire/nats";
import { Subjects } from "@depthwire/relay";
import { freePorts, lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";
import { openTerminal } from "../../terminal.spec-kit.js";
import { keepPicture } from "../../terminal-picture.spec-kit.js";
import { type RelayProcess, RelayScene, scenePairs } from "./relay-scene.spec-kit.js";
import type { RelayOverview } from "./status/relay-overview.js";

const [pair] = scenePairs as readonly [string];

describe("without a bus", () => {
  it.each([
    ["serve --pairs 4BTC_USDT", "bus-unreachable", 6],
    ["follow 4BTC_USDT", "bus-unreachable", 6],
    ["record somewhere 4BTC_USDT", "bus-unreachable", 6],
  ])("relay %s says how to start one", async (line, code, exitCode) => {
    const environment = { DEPTHWIRE_BUS: "nats://127.0.0.1:9", DEPTHWIRE_VENUE: "http://127.0.0.1:9" };
    const end = await runCommandLine(["relay", ...line.split(" "), "--json"], { environment });
    const isVenueFirst = line.startsWith("serve");
    expect(end.exitCode).toBe(exitCode);
    expect(end.envelopes.at(-1)?.error).toMatchObject(
      isVenueFirst ? { code: "connect-failed" } : { code, remedy: expect.stringContaining("nats-server") },
    );
  });

  it.each([
    ["follow 4BTC_USDT --bus http://127.0.0.1:4222", "usage", 2],
    ["follow 4BTC_USDT --bus nats://relay.example:4222", "relay-insecure", 7],
    ["follow 4BTC_USDT --venue-name no.name", "value-invalid", 2],
    ["follow btc-usdt", "usage", 2],
    ["record somewhere 4BTC_USDT btc-usdt", "usage", 2],
    ["handover btc-usdt", "usage", 2],
    ["serve --pairs 4BTC_USDT --shards s64", "usage", 2],
    ["serve --pairs 4BTC_USDT --standby hot", "usage", 2],
    ["serve --pairs 4BTC_USDT --name no.name", "usage", 2],
    ["serve --pairs ,", "usage", 2],
    ["follow 4BTC_USDT --bus-seed nowhere.seed", "relay-key-unusable", 7],
  ])("relay %s is refused before anything is sent", async (line, code, exitCode) => {
    const end = await runCommandLine(["relay", ...line.split(" "), "--json"]);
    expect(end.exitCode).toBe(exitCode);
    expect(end.envelopes.at(-1)).toMatchObject({ kind: "error", error: { code } });
  });
});

it.each([
  ["relay serve --pairs ,", "--pairs names none. Name some, such as 4BTC_USDT,4ETH_USDT; or all."],
  ["relay serve", "depthwire relay serve --help shows what it takes"],
  ["relay serve --pairs 4BTC_USDT --name no.name", "--name no.name: it takes 1 to 37 letters, digits, hyphens"],
  ["relay follow 4BTC_USDT --bus nats://relay.example:4222", "--bus-ca FILE"],
  ["relay config --servers relay-1:4222", "relay config: --tls-cert FILE --tls-key FILE"],
])("depthwire %s says what to do next", async (line, words) => {
  expect((await runCommandLine(line.split(" "))).err).toContain(words);
});

describe.skipIf(lacksNatsServer)("a relay (skipped where nats-server is missing)", () => {
  let scene: RelayScene;
  let monitor: string;
  let follower: RelayProcess;
  const owners = new Map<string, RelayProcess>();

  beforeAll(async () => {
    const [port] = await freePorts(1);
    monitor = `http://127.0.0.1:${port}`;
    scene = await RelayScene.open(`http: "127.0.0.1:${port}"`);
    follower = scene.start("relay", "follow", pair);
  });
  afterAll(() => scene.close());

  it("follows what nobody publishes yet, and shows it when somebody does", async () => {
    const before = await follower.said({ pair, status: "syncing" });
    const first = scene.serve("first");
    owners.set("first", first);
    await first.said({ event: "owned" });
    await follower.said({ pair, status: "live", owner: /^first-/ }, before);
    await first.said({ event: "owns", pairs: scenePairs.length, live: scenePairs.length });
    const item = follower.items.findLast(({ status }) => status === "live");
    expect(item).toMatchObject({
      shard: "s07",
      term: expect.any(Number),
      bestBid: { price: expect.any(String), quantity: expect.any(String) },
      spread: expect.any(String),
      freshWithinMs: expect.any(Number),
      lagMs: expect.any(Number),
    });
  });

  it("refuses a second instance of the same name", async () => {
    const end = await scene.run(["relay", "serve", "--pairs", pair, "--name", "first", "--json"]);
    expect(end).toMatchObject({ exitCode: 7, envelopes: [{ kind: "error", error: { code: "name-taken" } }] });
  });

  it("lets one of two stay that begin at once under one name", async () => {
    const serve = () => scene.start("relay", "serve", "--name", "twin", "--venue-name", "twins", "--pairs", pair);
    const twins = [serve(), serve()];
    const refused = () => twins.filter(({ end }) => end?.error?.code === "name-taken");
    await expect.poll(refused, { timeout: 60_000 }).toHaveLength(1);
    const staying = twins.find((one) => !refused().includes(one));
    await staying?.said({ event: "owns", live: 1, pairs: 1 });
    expect(await staying?.interrupt()).toBe(0);
  });

  it("ends one that was stopped, was replaced under its name and wakes, and lets its replacement stay", async () => {
    const serve = () => scene.start("relay", "serve", "--name", "slept", "--venue-name", "sleepers", "--pairs", pair);
    const slept = serve();
    await slept.said({ event: "owns", live: 1, pairs: 1 });
    slept.signal("SIGSTOP");
    const replacement = serve();
    await replacement.said({ event: "owns", live: 1, pairs: 1 });
    slept.signal("SIGCONT");
    await expect.poll(() => slept.end?.error?.code, { timeout: 60_000 }).toBe("name-taken");
    expect(replacement.end).toBeUndefined();
    expect(await replacement.interrupt()).toBe(0);
  });

  it("refuses another venue under the same name", async () => {
    const words = ["relay", "serve", "--pairs", pair, "--name", "stranger", "--venue-identity", "another", "--json"];
    const { exitCode, envelopes } = await scene.run(words);
    expect({ exitCode, last: envelopes.at(-1) }).toMatchObject({
      exitCode: 7,
      last: { kind: "error", error: { code: "venue-differs", details: { instance: "first" } } },
    });
  });

  it("refuses another length of leases than the one that owners have, and one that is too short", async () => {
    const words = ["relay", "serve", "--pairs", pair, "--name", "hasty", "--json", "--lease-ms"];
    const { exitCode, envelopes } = await scene.run([...words, "700"]);
    expect({ exitCode, last: envelopes.at(-1) }).toMatchObject({
      exitCode: 7,
      last: { kind: "error", error: { code: "lease-differs", details: { instance: "first", ownLeaseMs: 700 } } },
    });
    expect(await scene.run([...words, "499"])).toMatchObject({
      exitCode: 2,
      envelopes: [{ kind: "error", error: { code: "usage" } }],
    });
  });

  it("says which of the venue's pairs was meant, and which of the relay's", async () => {
    const served = await scene.run(["relay", "serve", "--pairs", "4BTC_UDST"]);
    expect(served).toMatchObject({ exitCode: 2, err: expect.stringContaining("Did you mean 4BTC_USDT?") });
    const stop = new AbortController();
    const followed = scene.run(["relay", "follow", "4BTC_UDST"], { signal: stop.signal, onOut: () => stop.abort() });
    expect((await followed).err).toContain("Did you mean 4BTC_USDT?");
    // A right name in the shard of 4BTC_USDT: it may be a pair of the venue.
    const unserved = await scene.run(["relay", "follow", "4WLD_USDT"]);
    expect(unserved).toMatchObject({ exitCode: 2, err: expect.stringContaining("It carries 4BTC_USDT, 4ETH_USDT") });
  });

  it("says when a recording has nothing of a pair, since nobody published it", async () => {
    const record = (...pairs: readonly string[]) =>
      scene.run(["relay", "record", "absent", ...pairs, "--for", "2s", "--json"]);
    expect((await record("4QQQ_USDT")).envelopes.at(-1)).toMatchObject({ exitCode: 6, error: { code: "no-relay" } });
    const partly = await record(pair, "4QQQ_USDT");
    expect(partly.exitCode).toBe(3);
    expect(partly.envelopes.at(-1)).toMatchObject({ kind: "result", data: { absent: ["4QQQ_USDT"] } });
  });

  it("shows stale, then live with another owner's name, when the owner is killed", async () => {
    const names = ["first", "second"];
    owners.set("second", scene.serve("second"));
    await owners.get("second")?.said({ event: "owns" });
    const owner = ownerNow();
    const place = follower.items.length;
    await owners.get(owner)?.kill();
    const silent = await follower.said({ pair, status: "stale", reason: "relay-silent" }, place);
    const other = names.find((name) => name !== owner) ?? "";
    await follower.said({ pair, status: "live", owner: new RegExp(`^${other}-`) }, silent);
    const [outage, again] = [follower.items[silent - 1], follower.items.at(-1)];
    expect(again?.["term"]).toBeGreaterThan(Number(outage?.["term"]));
    // The book is that of before the outage; the items say when it began and ended.
    expect(outage?.["atMs"]).toBeGreaterThan(Number(outage?.["receivedAtMs"]));
    expect(again?.["atMs"]).toBeGreaterThan(Number(outage?.["atMs"]));
  });

  it("is handed over by an operator and by Ctrl-C: no book is gapped or waits for a snapshot on the way", async () => {
    const third = scene.serve("third");
    owners.set("third", third);
    await third.said({ event: "owns" });
    const [from, place] = [ownerNow(), follower.items.length];
    await expect.poll(() => scene.run(["relay", "handover", pair])).toMatchObject({ exitCode: 0 });
    await follower.said({ pair, status: "live", owner: new RegExp(`^(?!${from}-)`) }, place);
    const next = ownerNow();
    const later = follower.items.length;
    expect(await owners.get(next)?.interrupt()).toBe(0);
    expect(owners.get(next)?.end).toMatchObject({ data: { name: next, handedOver: expect.arrayContaining(["s07"]) } });
    await follower.said({ pair, status: "live", owner: new RegExp(`^(?!${next}-)`) }, later);
    // A machine that is starved may be silent for a moment; a hand-over must not be the cause of anything else.
    const reasons = new Set(follower.items.slice(place).map(({ reason }) => reason));
    expect([...reasons].filter((reason) => reason !== undefined && reason !== "relay-silent")).toEqual([]);
  });

  it("is shown by status: who owns what, what is not live, who reads too slowly", async () => {
    const end = await scene.run(["relay", "status", "--monitor", monitor, "--json"]);
    expect(end).toMatchObject({ exitCode: 0 });
    expect(end.envelopes.at(-1)?.data).toMatchObject({
      venueName: "main",
      unowned: [],
      slowReaders: [],
      unreadableLeases: [],
    });
    const overview = end.envelopes.at(-1)?.data as RelayOverview | undefined;
    const shard = overview?.shards.find((one) => one.shard === "s07");
    expect(shard).toMatchObject({ owners: [ownerNow()], pairs: 1, live: 1, lease: "readable" });
    expect(shard?.ownedForMs).toBeGreaterThan(0);
    expect(shard?.leaseAgeMs).toBeLessThan(3_000);
    // Who was left over may stand alone.
    expect(shard?.standbys.map(({ name }) => name)).toEqual(shard?.standby);
    const { out } = await scene.run(["relay", "status", "--monitor", monitor]);
    expect(out).toMatch(/^instance +state[\s\S]*^shard +owner[\s\S]*^s07 +\w+[\s\S]*No slow reader\.$/m);
  });

  it.each([
    ["handover s64", "unknown-shard", 2],
    ["handover 4QQQ_USDT", "unknown-pair", 2],
    ["handover s00", "hand-over-refused", 7],
    ["handover s07 --to nobody", "hand-over-refused", 7],
    ["handover s07 --to OWNER", "hand-over-refused", 7],
    ["status --venue-name other", "no-relay", 6],
    ["status --monitor http://127.0.0.1:9", "monitor-unreachable", 6],
    ["status --monitor VENUE", "monitor-unreachable", 6],
  ])("%s is refused", async (line, code, exitCode) => {
    const end = await scene.run([
      "relay",
      ...line.replace("OWNER", ownerNow()).replace("VENUE", scene.sandbox.restUrl).split(" "),
      "--json",
    ]);
    expect(end).toMatchObject({
      exitCode,
      envelopes: [{ kind: "error", error: { code, remedy: expect.any(String) } }],
    });
  });

  it("is drawn on 80 columns, with owner and how old each book can be", async () => {
    const terminal = openTerminal(["relay", "follow", ...scenePairs], {
      environment: scene.environment,
      size: { columns: 80, rows: 12 },
    });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    const { lines } = await terminal.waitFor(({ text }) => text.includes(`live ${scenePairs.length}/`));
    keepPicture("relay-follow-80x12", terminal.picture());
    expect(lines[0]).toMatch(/^pair +status +bid +ask +spread +fresh +lag +owner/);
    expect(lines[1]).toMatch(/^4BTC_USDT +live +[\d.]+ +[\d.]+ .*≤ \d+ ms +\d+ ms +(first|second|third)\b/);
    terminal.interrupt();
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  });

  it("publishes views for other languages, where it is asked to", async () => {
    const bus = await openNatsBus({ servers: [scene.server.address], name: "reader of views" });
    onTestFinished(() => bus.close());
    const views: string[] = [];
    bus.subscribe(new Subjects("main").view(pair), ({ bytes }) => views.push(new TextDecoder().decode(bytes)));
    await expect
      .poll(() => views.map((text) => JSON.parse(text)))
      .toContainEqual(expect.objectContaining({ pair, status: "live" }));
  });

  it("is recorded as a venue is, and closed segments go to a store", async () => {
    const words = ["relay", "record", "spool", pair, "--store", "kept", "--segment", "500ms", "--for", "3s"];
    const end = await scene.run([...words, "--channels", "depth,deals", "--json"]);
    expect(end, end.err).toMatchObject({ exitCode: 0 });
    const recorded = end.envelopes.at(-1)?.data as Readonly<Record<string, number>> | undefined;
    const { frames = 0, gaps, moved = 0 } = recorded ?? {};
    expect({ isRecorded: frames > 10, isCut: moved > 2 }).toEqual({ isRecorded: true, isCut: true });
    const [run = ""] = await readdir(join(scene.folder, "kept"));
    expect(await readdir(join(scene.folder, "spool"))).toEqual([]);
    const inspected = await scene.run(["inspect", join("kept", run), "--json"]);
    const found = inspected.envelopes.at(-1)?.data as InspectedRecording;
    expect(found).toMatchObject({ damaged: [], torn: [], segments: moved });
    // On a busy machine books are in doubt now and then.
    expect(found.gaps.length).toBeLessThanOrEqual(gaps ?? 0);
    expect(found.channels.map(({ channel }) => channel).sort()).toEqual([`${pair}_deals`, `${pair}_depth`]);
  });

  it("moves what a killed recorder left", async () => {
    const words = ["relay", "record", "left", pair, "--store", "saved", "--segment", "1h"];
    const recorder = scene.start(...words);
    await expect.poll(() => recorder.items.some(({ frames }) => Number(frames) > 0)).toBe(true);
    await recorder.kill();
    const end = await scene.run([...words, "--for", "1s"]);
    expect(end).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining("1 segment of runs that were killed went to saved"),
    });
    expect(await readdir(join(scene.folder, "saved"))).toHaveLength(2);
    expect(await readdir(join(scene.folder, "left"))).toEqual([]);
  });

  function ownerNow(): string {
    return String(follower.items.findLast(({ status }) => status === "live")?.["owner"]).split("-")[0] ?? "";
  }
});
