import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../command-scene.spec-kit.js";

const [btc, eth] = ["4BTC_USDT", "4ETH_USDT"] as const;

describe.skipIf(lacksNatsServer)("commands of a relay, in one process (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  let sandbox: Sandbox;
  let folder: string;
  beforeAll(async () => {
    await server.start();
    sandbox = await startSandbox({ pairs: [btc, eth], seed: 3, depthIntervalMs: 50, requestsPerWindow: 0 });
    folder = await mkdtemp(join(tmpdir(), "depthwire-relay-"));
  });
  afterAll(async () => {
    await sandbox.close();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (words: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> =>
    runCommandLine(words, {
      environment: { DEPTHWIRE_BUS: server.address, DEPTHWIRE_VENUE: sandbox.restUrl },
      workingDirectory: folder,
      home: folder,
      ...options,
    });

  /** An owner that serves until it is ended. */
  function serve(name: string, ...words: readonly string[]) {
    const stop = new AbortController();
    let said = "";
    const argv = ["relay", "serve", "--name", name, "--pairs", `${btc},${eth}`, "--lease-ms", "5000", ...words];
    const end = run(argv, { signal: stop.signal, onOut: (text) => (said += text) });
    return {
      said: () => said,
      says: (what: RegExp) => expect.poll(() => said, { timeout: 30_000 }).toMatch(what),
      end: () => {
        stop.abort();
        return end;
      },
    };
  }

  /** Words without what is another in every run. */
  function plain(text: string): string {
    return text
      .replaceAll(server.address, "<bus>")
      .replaceAll(server.address.replace("nats://", ""), "<server>")
      .replaceAll(sandbox.restUrl, "<venue>")
      .replaceAll(folder, "<folder>")
      .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, "<time>")
      .replaceAll(/(alpha|beta)-[0-9a-z]{8,9}-[0-9a-z]{1,7}/g, "$1-<start>")
      .replaceAll(/\b\d{13}\b/g, "<term>")
      .replaceAll(/(\d+ min )?\d[\d,.]*( ms| s| MB)\b/g, "<n>")
      .replaceAll(/ {2,}/g, "  ");
  }

  const refusalOf = async (words: readonly string[]): Promise<string> => {
    const { err, exitCode } = await run(words);
    const said = plain(err.trimEnd().split("\n").at(-1) ?? "");
    // Whichever of the two is heard first.
    return `${exitCode} ${said.replace(/(?:alpha|beta)(?= at <bus> stand| publishes| keeps)/, "<owner>")}`;
  };

  it("say that there is no relay, and what to do, before somebody serves", async () => {
    expect([
      await refusalOf(["relay", "status"]),
      await refusalOf(["relay", "handover", "s64"]),
      await refusalOf(["relay", "handover", "S07"]),
      await refusalOf(["relay", "handover", "btc"]),
      await refusalOf(["relay", "handover", btc]),
      await refusalOf(["relay", "follow", "btc"]),
      await refusalOf(["relay", "follow", btc, "--once", "--within", "300ms"]),
      await refusalOf(["relay", "record", "nothing", btc, "--for", "300ms"]),
      await refusalOf(["relay", "status", "--bus", "nats://127.0.0.1:1"]),
      await refusalOf(["relay", "status", "--bus", "http://127.0.0.1:1"]),
      await refusalOf(["relay", "status", "--venue-name", "a.b"]),
      await refusalOf(["relay", "serve", "--pairs", "4BTC_UDST"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--shards", "s00"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--name", "a b"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--name", "x".repeat(38)]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--name", "x".repeat(36), "--threads", "2"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--etcd-ca", "file"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--etcd", "x"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--etcd", "http://127.0.0.1:1", "--etcd-certificate", "f"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--etcd", "http://127.0.0.1:1", "--etcd-ca", "no-file"]),
    ]).toMatchInlineSnapshot(`
      [
        "6 No relay answers for the venue main at <bus>. Start one: depthwire relay serve --venue URL --pairs PAIRS. If one runs, --venue-name must be the same on both sides.",
        "2 There is no shard s64. There are s00 to s63.",
        "2 There is no shard S07. There are s00 to s63.",
        "2 btc is no name of a pair. Pairs are written as 4BTC_USDT (USDT-margined), 5BTC_USD (coin-margined) or BTC_USDT (spot).",
        "6 No relay answers for the venue main at <bus>. Start one: depthwire relay serve --venue URL --pairs PAIRS. If one runs, --venue-name must be the same on both sides.",
        "2 btc is no name of a pair. Pairs are written as 4BTC_USDT (USDT-margined), 5BTC_USD (coin-margined) or BTC_USDT (spot).",
        "1 The book of 4BTC_USDT was not live within <n>: no owner of its shard s07 gave its state. Look who owns what with: depthwire relay status. If somebody owns it, --protocol must be the owner's, and nats-server's max_payload must hold the state of a book: depthwire relay doctor.",
        "6 Nothing was recorded: nobody published 4BTC_USDT for the venue main at <bus>. Look who takes part: depthwire relay status. --venue-name must be the same on both sides.",
        "6 No nats-server answers at nats://127.0.0.1:1. Start one on this computer with: nats-server -a 127.0.0.1 -js -sd relay-data (Debian: apt install nats-server). Or name another with --bus.",
        "2 --bus http://127.0.0.1:1: it must be nats://HOST:PORT or tls://HOST:PORT.",
        "2 A value is not usable (value-invalid: path "venue", rule "1 to 64 letters, digits, hyphens or underscores: it becomes a part of a subject on the bus"). Correct the value.",
        "2 The venue has no pair 4BTC_UDST. Did you mean 4BTC_USDT?",
        "2 None of the pairs is in these shards. Leave --shards out, or name more pairs.",
        "2 --name a b: it takes 1 to 37 letters, digits, hyphens or underscores. It becomes a part of a subject on the bus.",
        "2 --name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: it takes 1 to 37 letters, digits, hyphens or underscores. It becomes a part of a subject on the bus.",
        "2 --name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: it takes 1 to 35 letters, digits, hyphens or underscores. It becomes a part of a subject on the bus.",
        "2 Certificates of etcd were named, but no etcd. Name its addresses with --etcd.",
        "2 --etcd x: each address must be http://HOST:PORT or https://HOST:PORT.",
        "2 --etcd-certificate and --etcd-certificate-key belong together.",
        "1 no-file cannot be read (ENOENT). Name another file.",
      ]
    `);
  });

  it("serve, show, follow, hand over, record and examine a relay", async () => {
    const alpha = serve("alpha", "--views-hz", "5", "--keep", "1", "--keep-in", "memory");
    await alpha.says(/alpha owns 2 shards with 2 pairs, live 2\/2: s\d\d s\d\d/);
    const beta = serve("beta", "--json");
    await beta.says(/"name":"beta".*"standby":2,"standbyPairs":2,"warm":2/);

    const status = await run(["relay", "status"]);
    for (const words of [
      "instance  state  owns  pairs  live  stands by for",
      "alpha  taking-part",
      "beta  taking-part",
    ]) {
      expect(plain(status.out)).toContain(words);
    }
    expect(plain(status.out)).toMatch(/^shard {2}owner {2}term {2}for {2}lease {2}live {2}stands by$/m);
    const { envelopes } = await run(["relay", "status", "--json"]);
    expect(envelopes).toMatchObject([
      {
        kind: "result",
        data: {
          venueName: "main",
          bus: server.address,
          unreadableLeases: [],
          instances: [{ name: "alpha" }, { name: "beta" }],
        },
      },
    ]);

    const followed = await run(["relay", "follow", btc, eth, btc, "--once", "--json"]);
    expect(followed.exitCode).toBe(0);
    expect(followed.envelopes).toMatchObject(
      [btc, eth].map((pair) => ({
        data: {
          pair,
          status: "live",
          owner: expect.stringMatching(/^(alpha|beta)-/),
          bestBid: { price: expect.any(String), quantity: expect.any(String) },
          bestAsk: { price: expect.any(String), quantity: expect.any(String) },
          spread: expect.any(String),
          freshWithinMs: expect.any(Number),
          lagMs: expect.any(Number),
        },
      })),
    );
    const line = await run(["relay", "follow", eth, "--once"]);
    expect(plain(line.out)).toMatch(
      /^<time> 4ETH_USDT {2}live {2}[\d.]+ at [\d.]+ \| [\d.]+ at [\d.]+ {2}spread [\d.]+ {2}imbalance [+-]?\d+ % {2}owner (alpha|beta)-<start> {2}term <term>\n$/,
    );

    expect([
      await refusalOf(["relay", "handover", "s00"]),
      await refusalOf(["relay", "handover", "4BTC_UDST"]),
      await refusalOf(["relay", "handover", "5BTC_USD"]),
      await refusalOf(["relay", "handover", eth, "--to", "gamma"]),
      await refusalOf(["relay", "follow", "4BTC_UDST", "--once", "--within", "300ms"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--name", "beta"]),
      await refusalOf(["relay", "serve", "--pairs", btc, "--name", "gamma", "--lease-ms", "6000"]),
      await refusalOf([
        "relay",
        "serve",
        "--pairs",
        btc,
        "--name",
        "gamma",
        "--lease-ms",
        "5000",
        "--venue-identity",
        "x",
      ]),
    ]).toMatchInlineSnapshot(`
      [
        "7 Nobody owns s00 now. Look who takes part: depthwire relay status.",
        "2 The relay carries no 4BTC_UDST. Did you mean 4BTC_USDT?",
        "2 The relay carries no 5BTC_USD. It carries 4BTC_USDT, 4ETH_USDT; others with depthwire relay serve --pairs.",
        "7 <owner> keeps s19: nobody takes part under that name. Look who does: depthwire relay status. --to takes its name, or that under which it owns shards.",
        "1 The book of 4BTC_UDST was not live within <n>: no owner of its shard s29 gave its state. Look who owns what with: depthwire relay status. If somebody owns it, --protocol must be the owner's, and nats-server's max_payload must hold the state of a book: depthwire relay doctor.",
        "7 An instance beta takes part already at <bus>. Give this one another --name: each process needs its own, on whichever host.",
        "7 The leases of <owner> at <bus> stand for <n>, those of this one for <n>. Say --lease-ms 5000. To change it for all, end all owners before the first one starts with another one.",
        "7 <owner> publishes another venue than <venue> under the name main at <bus>. Give this venue a name of its own: --venue-name. If it is the same one by another address, say the same --venue-identity at all owners.",
      ]
    `);
    // A shard that moves by the plan at the same moment is refused: it is asked for again.
    await expect
      .poll(async () => (await run(["relay", "handover", eth])).out, { timeout: 60_000 })
      .toMatch(/^s\d\d is handed over from (alpha to beta|beta to alpha)\.\n$/);

    const recorded = await run(["relay", "record", "recording", btc, eth, "--for", "1500ms"]);
    expect(recorded.exitCode).toBe(0);
    expect(plain(recorded.out)).toMatch(
      /^Recorded \d+ frames, <n> in 1 segment, in recording; (nothing was missing|\d+ gaps?)\.\n$/,
    );
    const resumed = await run([
      "relay",
      "record",
      "recording",
      btc,
      eth,
      "--for",
      "1500ms",
      "--backfill",
      "1",
      "--json",
    ]);
    expect(resumed.envelopes.at(-1)).toMatchObject({
      data: { directory: "recording", absent: [], segments: 1 },
    });
    const inspected = await run(["inspect", "recording", "--json"]);
    expect(inspected.envelopes).toMatchObject([{ data: { segments: 2, damaged: [], torn: [] } }]);

    const doctor = await run(["relay", "doctor"]);
    expect(doctor.exitCode).toBe(0);
    const found = plain(doctor.out)
      .replace(/nats-server [\d.]+, alone, with JetStream.*\./, "nats-server <version>, alone, with JetStream.")
      .replace(/(ahead of|behind) this/, "<apart> this")
      .replace(/of which \d say/, "of which some say");
    expect(found).toMatchInlineSnapshot(`
      "ok  bus  <server> answers, and takes this process in.
      ok  encryption  The server is on this computer: nothing leaves it.
      ok  server  nats-server <version>, alone, with JetStream.
      look  permissions  The server asks nobody who they are: whoever reaches it may publish frames and take leases.
        Start it with the configuration that depthwire relay config writes, unless nobody else reaches it.
      ok  replicas  One server keeps the leases: while it is away, nobody takes one.
      ok  one-holder  Of six at once one got the lease, in each of 50 rounds.
      ok  leases  2 leases, of which some say that somebody holds them.
      ok  plans  1 plan of who should own what.
      ok  clock  The venue's clock is <n> <apart> this computer's (± <n>).

      Nothing is wrong; worth a look: permissions.
      "
    `);

    const end = await beta.end();
    expect(end.exitCode).toBe(0);
    expect(end.envelopes.at(-1)).toMatchObject({
      kind: "result",
      data: { name: "beta", counts: { malformed: 0 } },
    });
    const last = await alpha.end();
    expect(last.exitCode).toBe(0);
    expect(plain(last.out.trimEnd().split("\n").at(-1) ?? "")).toMatch(
      /^alpha (gave back s\d\d( s\d\d)?|ends; it owned nothing)\.$/,
    );
    expect(plain(last.err)).toMatchInlineSnapshot(`
      "alpha takes part in the relay of main at <bus>: 2 pairs of <venue> in 2 of 64 shards. Ctrl-C hands over what it owns.
      "
    `);
  });
});
