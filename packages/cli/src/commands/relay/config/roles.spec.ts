import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  keepRawFrames,
  type NatsBus,
  type NatsLeaseStore,
  openNatsBus,
  openNatsLeaseStore,
  rawStream,
  readMissedFrames,
  relayBuckets,
} from "@depthwire/nats";
import { connectionOf } from "@depthwire/nats/internal";
import { Subjects } from "@depthwire/relay";
import { emptyHeader, encodeMessage } from "@depthwire/relay/internal";
import { freeServerPorts, lacksNatsServer, startConfiguredServers } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "../../../command-scene.spec-kit.js";
import { maxReaders } from "./accounts-block.js";
import { type RelayRole, relayRoles } from "./role-names.js";
import { accountsOf, type RelayAccount, rolePermissions } from "./roles.js";

const bytes = (words: string) => new TextEncoder().encode(words);
const text = (data: Uint8Array | undefined) => data && new TextDecoder().decode(data);
const subjects = new Subjects("sandbox");
const frame = subjects.raw("depth", "4BTC_USDT");
const lease = "$KV.dw1_leases.s00";

describe.skipIf(lacksNatsServer)(
  "three servers as relay config describes them (skipped where nats-server is missing)",
  () => {
    let folder: string;
    let addresses: readonly string[];
    let seedFiles: Readonly<Record<RelayRole, string>>;
    let servers: { kill(): Promise<void> } | undefined;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "depthwire-relay-roles-"));
      const ports = await freeServerPorts(3);
      addresses = ports.map((port) => `127.0.0.1:${port}`);
      const argv = ["relay", "config", "--json", "--servers", addresses.join(",")];
      const { envelopes } = await runCommandLine(argv, { workingDirectory: folder });
      const data = envelopes[0]?.data as { files: readonly string[]; seedFiles: Readonly<Record<RelayRole, string>> };
      seedFiles = data.seedFiles;
      servers = startConfiguredServers(data.files);
      await vi.waitFor(async () => (await openNatsBus(as("operator"))).close(), { timeout: 60_000 });
    });

    afterAll(async () => {
      await servers?.kill();
      await rm(folder, { recursive: true, force: true });
    });

    const as = (role: RelayRole, server?: number, account?: RelayAccount) => ({
      servers: server === undefined ? addresses : [addresses[server] as string],
      name: role,
      key: { seedFile: seedFiles[role], account },
    });

    /** A connection for one test, with the subjects that the server did not permit it. */
    async function open(
      role: RelayRole,
      server?: number,
      account?: RelayAccount,
    ): Promise<NatsBus & { readonly forbidden: string[] }> {
      const bus = await openNatsBus(as(role, server, account));
      onTestFinished(() => bus.close());
      const forbidden: string[] = [];
      bus.onEvent((event) => event.kind === "forbidden" && forbidden.push(event.error.details.subject));
      return Object.assign(bus, { forbidden });
    }

    /** The bucket's leader has to be elected first. */
    async function leases(bus: NatsBus) {
      let store: Awaited<ReturnType<typeof openNatsLeaseStore>> | undefined;
      await expect
        .poll(async () => {
          store = await openNatsLeaseStore(bus, { bucket: relayBuckets.leases, callLimitMs: 30_000 }).catch(
            () => undefined,
          );
          return store;
        })
        .toBeDefined();
      return store as NonNullable<typeof store>;
    }

    it("an owner publishes and keeps leases, and a consumer at another server reads and asks", async () => {
      const owner = await open("owner", 0);
      const consumer = await open("consumer", 1);
      const store = await leases(await open("owner", 0, "leases"));
      expect(await store.compareAndSet("s01", 0, "held")).toBeGreaterThan(0);
      const heard: (string | undefined)[] = [];
      const answers: (string | undefined)[] = [];
      owner.subscribe(subjects.echo("s01"), ({ bytes: asked, respond }) => respond(asked));
      owner.subscribe(subjects.snap("4BTC_USDT"), ({ respond }) => respond(bytes("snapshot")));
      consumer.subscribe(frame, (message) => heard.push(text(message.bytes)));
      await expect
        .poll(() => {
          owner.publish(frame, bytes("frame"));
          consumer.request(subjects.echo("s01"), bytes("nonce"), 1_000, (answer) => answers.push(text(answer)));
          consumer.request(subjects.snap("4BTC_USDT"), bytes(""), 1_000, (answer) => answers.push(text(answer)));
          return [heard.includes("frame"), answers.includes("nonce"), answers.includes("snapshot")];
        })
        .toEqual([true, true, true]);
      expect([...owner.forbidden, ...consumer.forbidden]).toEqual([]);
    });

    it.each(["consumer", "recorder"] as const)(
      "the key of a %s can neither publish frames nor touch leases, nor hear what operators ask",
      async (role) => {
        const owner = await open("owner", 0);
        const store = await leases(await open("owner", 0, "leases"));
        const { revision } = await store.read("s00");
        const before = await store.compareAndSet("s00", revision, "the owner's");
        const heard: string[] = [];
        owner.subscribe("dw1.>", ({ subject }) => heard.push(subject));
        const reader = await open(role, 0);
        const refused = [
          frame,
          subjects.view("4BTC_USDT"),
          subjects.beat("s00"),
          subjects.ops(),
          lease,
          "$JS.API.STREAM.DELETE.KV_dw1_leases",
          "$JS.API.STREAM.PURGE.KV_dw1_leases",
          "_INBOX.somebody",
          "$JS.API.INFO",
          "$JS.API.STREAM.INFO.KV_dw1_leases",
          "$JS.API.STREAM.MSG.GET.KV_dw1_leases",
        ];
        for (const subject of refused) {
          reader.publish(subject, bytes("forged"));
        }
        reader.subscribe(subjects.ops(), () => {});
        reader.subscribe("$KV.>", () => {});
        reader.subscribe("dw1.>", () => {});
        reader.subscribe("_INBOX.>", () => {});
        const expected = [...refused, subjects.ops(), "$KV.>", "dw1.>", "_INBOX.>"];
        await expect.poll(() => reader.forbidden.length).toBe(expected.length);
        expect([...reader.forbidden].sort()).toEqual([...expected].sort());
        await expect(openNatsLeaseStore(reader, { bucket: relayBuckets.leases })).rejects.toMatchObject({
          code: "relay-forbidden",
        });
        expect(await store.read("s00")).toEqual({ revision: before, text: "the owner's" });
        expect(heard).toEqual([]);
      },
    );

    it("a recorder reads what it missed, and a consumer does not", async () => {
      const owner = await open("owner", 1);
      const keeper = await open("owner", 1, "kept");
      await expect.poll(() => keepRawFrames(keeper, { minutes: 5 }).then(() => "kept", String)).toBe("kept");
      for (const relaySeq of [1, 2, 3]) {
        owner.publish(frame, encodeMessage({ ...emptyHeader(), term: 7, relaySeq }, bytes("frame")));
      }
      await owner.flush();
      const position = { subject: frame, term: 7, relaySeq: 1, readAtMs: Date.now() };
      const recorder = await open("recorder", 2, "kept");
      const missed: number[] = [];
      await expect
        .poll(async () => {
          missed.length = 0;
          await readMissedFrames(recorder, position, (_, { relaySeq }) => missed.push(relaySeq)).catch(() => undefined);
          return missed;
        })
        .toEqual([2, 3]);
      // It can have the server's answer stored there: another recorder does not take that for a frame.
      for (const server of [0, 1, 2]) {
        const asking = await open("recorder", server, "kept");
        connectionOf(asking).publish(`$JS.API.STREAM.INFO.${rawStream}`, undefined, { reply: frame });
        await asking.flush();
      }
      const other = await open("recorder", 1, "kept");
      let read: Partial<Awaited<ReturnType<typeof readMissedFrames>>> = {};
      const got: number[] = [];
      await expect
        .poll(async () => {
          got.length = 0;
          read = await readMissedFrames(other, position, (_, { relaySeq }) => got.push(relaySeq));
          return read.spoilt;
        })
        .toBeGreaterThan(0);
      expect([got, read.gaps]).toEqual([[2, 3], 0]);
      expect(recorder.forbidden).toEqual([]);
      const consumer = await open("consumer", 2);
      await expect(readMissedFrames(consumer, position, () => {})).rejects.toMatchObject({ code: "relay-forbidden" });
    });

    it("a recorder's key makes so many readers of what is kept, and no more", async () => {
      const keeper = await open("owner", 1, "kept");
      await expect.poll(() => keepRawFrames(keeper, { minutes: 5 }).then(() => "kept", String)).toBe("kept");
      const connection = connectionOf(await open("recorder", 0, "kept"));
      const api = `$JS.API.CONSUMER.CREATE.${rawStream}`;
      /** @returns the reader's name, or the server's word against it */
      const make = async (config: object): Promise<string> => {
        const request = { stream_name: rawStream, config: { deliver_policy: "all", ack_policy: "none", ...config } };
        const answer = await connection.request(api, JSON.stringify(request), { timeout: 30_000 });
        const { name, error } = answer.json<{ name?: string; error?: { err_code: number } }>();
        return name ?? String(error?.err_code);
      };
      const quiet = { mem_storage: true, inactive_threshold: 60_000_000_000 };
      const readers: string[] = [];
      for (let tried = 0; tried < maxReaders + 3; tried++) {
        const made = await make(quiet);
        if (made === "10026") {
          break;
        }
        readers.push(made);
      }
      expect(readers).toHaveLength(maxReaders);
      // One that does not count as a client's would be no way round.
      expect(await make({ ...quiet, direct: true, deliver_subject: "_INBOX.x" })).toBe("10026");
      const end = (name: string) => connection.request(`$JS.API.CONSUMER.DELETE.${rawStream}.${name}`);
      await Promise.all(readers.map(end));
    });

    it("an operator asks instances and looks at leases, and publishes no frames", async () => {
      const owner = await open("owner", 2);
      const operator = await open("operator", 1);
      const answers: (string | undefined)[] = [];
      owner.subscribe(subjects.ops(), ({ respond }) => respond(bytes("status")));
      await expect
        .poll(() => {
          operator.request(subjects.ops(), bytes("{}"), 1_000, (answer) => answers.push(text(answer)));
          return answers;
        })
        .toContain("status");
      expect(await (await leases(await open("operator", 1, "leases"))).keys()).toEqual(
        expect.arrayContaining([expect.any(String)]),
      );
      operator.publish(frame, bytes("forged"));
      await expect.poll(() => operator.forbidden).toEqual([frame]);
    });

    it.each(relayRoles)("no answer of JetStream's to a %s becomes a lease, a plan, a frame or a beat", async (role) => {
      const owner = await open("owner", 0);
      const ownLeases = await open("owner", 0, "leases");
      const store = await leases(ownLeases);
      const { revision } = await store.read("s09");
      const kept = await store.compareAndSet("s09", revision, "the owner's");
      const plans = await openNatsLeaseStore(ownLeases, { bucket: relayBuckets.shared, callLimitMs: 30_000 });
      const plan = await plans.compareAndSet("main.plan", (await plans.read("main.plan")).revision, "the plan");
      const heard: string[] = [];
      for (const subject of ["dw1.>", "$KV.>"]) {
        // An owner may hear what is published; of $KV.> it is refused, where the stores are asked instead.
        owner.subscribe(subject, (message) => heard.push(message.subject));
      }
      await owner.flush();
      const aims = ["$KV.dw1_leases.s09", "$KV.dw1_plan.main.plan", frame, subjects.beat("s09")];
      for (const account of accountsOf(role)) {
        // Owners and operators write leases as they like: what matters of their keys is the bus.
        const mayKeepLeases = account === "leases";
        const bus = await open(role, 0, account);
        const connection = connectionOf(bus);
        const asked = (rolePermissions[role][account]?.publish ?? []).filter((subject) => subject.startsWith("$JS."));
        for (const subject of [...asked, "$JS.API.INFO", "$JS.API.STREAM.NAMES"].map((one) => one.replace(/>$/, "x"))) {
          for (const reply of mayKeepLeases ? aims.slice(2) : aims) {
            connection.publish(subject, undefined, { reply });
          }
        }
        await bus.flush();
        // Answered behind the questions before it, where this account has a JetStream at all.
        await connection.request("$JS.API.INFO", undefined, { timeout: 2_000 }).catch(() => undefined);
      }
      expect(await store.read("s09")).toEqual({ revision: kept, text: "the owner's" });
      expect(await plans.read("main.plan")).toEqual({ revision: plan, text: "the plan" });
      await owner.flush();
      expect(heard).toEqual([]);
    });

    it("a trader keeps traders' leases, and hears and says nothing on the bus", async () => {
      const trader = await open("trader", 1);
      let store: NatsLeaseStore | undefined;
      await expect
        .poll(async () => {
          const opening = openNatsLeaseStore(trader, { bucket: relayBuckets.traders, callLimitMs: 30_000 });
          store = await opening.catch(() => undefined);
          return store;
        })
        .toBeDefined();
      expect(await store?.compareAndSet("desk-1", 0, "one")).toBeGreaterThan(0);
      expect(await store?.compareAndSet("desk-1", 0, "another")).toBeUndefined();
      await expect(openNatsLeaseStore(trader, { bucket: relayBuckets.leases })).rejects.toMatchObject({
        code: "relay-forbidden",
      });
      trader.publish(frame, bytes("forged"));
      trader.subscribe(frame, () => {});
      await expect.poll(() => trader.forbidden).toEqual(expect.arrayContaining([frame, frame]));
    });

    it("nobody without a key gets in", async () => {
      await expect(openNatsBus({ servers: addresses, name: "nobody" })).rejects.toMatchObject({
        code: "relay-login-refused",
      });
    });
  },
);
