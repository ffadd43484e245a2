import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  keepRawFrames,
  type NatsBus,
  openNatsBus,
  openNatsLeaseStore,
  readMissedFrames,
  relayBuckets,
} from "@depthwire/nats";
import { Subjects } from "@depthwire/relay";
import { emptyHeader, encodeMessage } from "@depthwire/relay/internal";
import { freeServerPorts, lacksNatsServer, startConfiguredServers } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "../../../command-scene.spec-kit.js";
import type { RelayRole } from "./roles.js";

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

    const as = (role: RelayRole, server?: number) => ({
      servers: server === undefined ? addresses : [addresses[server] as string],
      name: role,
      key: { seedFile: seedFiles[role] },
    });

    /** A connection for one test, with the subjects that the server did not permit it. */
    async function open(role: RelayRole, server?: number): Promise<NatsBus & { readonly forbidden: string[] }> {
      const bus = await openNatsBus(as(role, server));
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
      const store = await leases(owner);
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
        const store = await leases(owner);
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
        ];
        for (const subject of refused) {
          reader.publish(subject, bytes("forged"));
        }
        reader.subscribe(subjects.ops(), () => {});
        reader.subscribe("$KV.>", () => {});
        reader.subscribe("dw1.>", () => {});
        const expected = [...refused, subjects.ops(), "$KV.>", "dw1.>"];
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
      await expect.poll(() => keepRawFrames(owner, { minutes: 5 }).then(() => "kept", String)).toBe("kept");
      for (const relaySeq of [1, 2, 3]) {
        owner.publish(frame, encodeMessage({ ...emptyHeader(), term: 7, relaySeq }, bytes("frame")));
      }
      await owner.flush();
      const position = { subject: frame, term: 7, relaySeq: 1, readAtMs: Date.now() };
      const recorder = await open("recorder", 2);
      const missed: number[] = [];
      await expect
        .poll(async () => {
          missed.length = 0;
          await readMissedFrames(recorder, position, (_, { relaySeq }) => missed.push(relaySeq)).catch(() => undefined);
          return missed;
        })
        .toEqual([2, 3]);
      expect(recorder.forbidden).toEqual([]);
      const consumer = await open("consumer", 2);
      await expect(readMissedFrames(consumer, position, () => {})).rejects.toMatchObject({ code: "relay-forbidden" });
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
      expect(await (await leases(operator)).keys()).toEqual(expect.arrayContaining([expect.any(String)]));
      operator.publish(frame, bytes("forged"));
      await expect.poll(() => operator.forbidden).toEqual([frame]);
    });

    it("nobody without a key gets in", async () => {
      await expect(openNatsBus({ servers: addresses, name: "nobody" })).rejects.toMatchObject({
        code: "relay-login-refused",
      });
    });
  },
);
