import { TransportError, VenueError } from "@depthwire/core";
import { expect, it } from "vitest";
import { Refused } from "../../program/refused.js";
import { textTranscript } from "../../transcript.spec-kit.js";
import type { FoundCredential } from "../../venue/find-credential.js";
import { checkAlternates } from "./checks/alternates.js";
import { checkClock } from "./checks/clock.js";
import { checkDisk } from "./checks/disk.js";
import { checkDns } from "./checks/dns.js";
import { checkKey } from "./checks/key.js";
import { checkKeyFolder } from "./checks/key-folder.js";
import { checkLatency } from "./checks/latency.js";
import { checkPort, type PortPorts } from "./checks/port.js";
import { checkProxy } from "./checks/proxy.js";
import { checkPush } from "./checks/push.js";
import { checkRest } from "./checks/rest.js";
import { checkRuntime } from "./checks/runtime.js";
import { checkSequence } from "./checks/sequence.js";
import { checkTls } from "./checks/tls.js";
import { checkVersions } from "./checks/versions.js";
import type { Finding } from "./finding.js";
import { wantedPorts } from "./flags.js";
import type { Probe } from "./probe/probe-address.js";
import { wayTo } from "./probe/way.js";

const nowMs = Date.UTC(2026, 10, 14);
const dayMs = 86_400_000;

function probe(address: string, more: Partial<Probe> = {}, environment: Readonly<Record<string, string>> = {}): Probe {
  return {
    role: address.startsWith("ws") ? "push" : "rest",
    way: wayTo(address, environment),
    failure: undefined,
    certificate: undefined,
    stepMs: { connect: 1.4, http: 2.6 },
    status: address.startsWith("ws") ? 101 : 200,
    text: '{"result":{"time":1}}',
    ...more,
  };
}

const failed = (step: NonNullable<Probe["failure"]>["step"], cause: string): Partial<Probe> => ({
  failure: { step, cause },
  stepMs: { dns: 3, [step]: 10 },
  status: undefined,
});
const certificate = {
  subject: "venue.test",
  validFromMs: nowMs - 100 * dayMs,
  validToMs: nowMs + 100 * dayMs,
  distrust: undefined,
  otherName: undefined,
};

const rest = "http://127.0.0.1:8090";
const far = "https://venue.test";
const push = "wss://venue.test/cbu";
const proxy = { HTTPS_PROXY: "http://user:word@proxy.test:3128" };

const throwing = (error: Error) => async (): Promise<never> => {
  throw error;
};

async function told(name: string, findings: readonly (Finding | Promise<Finding>)[]): Promise<void> {
  const all = await Promise.all(findings);
  await textTranscript(
    name,
    all.map((one) => JSON.stringify(one, null, 1)),
  );
}

it("findings of the way to the venue", async () => {
  const withCertificate = (more: object) => probe(far, { certificate: { ...certificate, ...more } });
  await told("doctor-way", [
    checkRest(probe(rest)),
    checkRest(probe(rest, { status: 503 })),
    checkRest(probe(rest, { text: "<html>" })),
    checkRest(probe(rest, { text: '{"result":{}}' })),
    ...(["proxy", "dns", "connect", "tls", "http"] as const).flatMap((step) => [
      checkRest(probe(far, failed(step, "ECONNREFUSED"))),
      checkPush(probe(push, failed(step, "timed out"))),
    ]),
    checkRest(withCertificate({ distrust: "SELF_SIGNED" })),
    checkRest(withCertificate({ otherName: "of other.test" })),
    checkPush(probe(push)),
    checkPush(probe("ws://venue.test:9/cbu", { status: 200 })),
    checkDns([probe(rest), probe("ws://127.0.0.1:8090/cbu")]),
    checkDns([probe(far, { stepMs: { dns: 1 } }), probe(push, { stepMs: { dns: 2 } })]),
    checkDns([probe(far, { stepMs: { dns: 1 } }), probe("ws://other.test", { stepMs: { dns: 2 } })]),
    checkDns([probe(far), probe("ws://other.test", failed("dns", "ENOTFOUND"))]),
    checkDns([probe(far, { stepMs: {} }, proxy)]),
    checkProxy([probe(rest)], {}),
    checkProxy([probe(rest)], { https_proxy: "", HTTP_PROXY: "http://proxy.test" }),
    checkProxy([probe(far, {}, proxy), probe(rest)], proxy),
    checkProxy([probe(far, failed("proxy", "HTTP 407"), proxy)], proxy),
    checkProxy([probe(far, failed("proxy", "ECONNREFUSED"), proxy)], { ...proxy, http_proxy: "x" }),
    checkTls([probe(rest), probe("ws://[::1]:8090"), probe("http://localhost")], nowMs),
    checkTls([probe("http://venue.test")], nowMs),
    checkTls([withCertificate({})], nowMs),
    checkTls([withCertificate({ validToMs: nowMs + 14 * dayMs })], nowMs),
    checkTls([withCertificate({ validToMs: nowMs + 14 * dayMs - 1 }), withCertificate({})], nowMs),
    checkTls([withCertificate({ validToMs: nowMs - 1 })], nowMs),
    checkTls([withCertificate({ validToMs: nowMs })], nowMs),
    checkTls([withCertificate({ validFromMs: nowMs + 1 })], nowMs),
    checkTls([withCertificate({ distrust: "SELF_SIGNED" })], nowMs),
    checkTls([withCertificate({ validToMs: nowMs + 1 }), withCertificate({ otherName: "of other.test" })], nowMs),
    checkTls([probe(far, failed("tls", "EPROTO"))], nowMs),
    checkTls([probe(far, failed("connect", "ECONNREFUSED"))], nowMs),
  ]);
});

it("findings of this computer", async () => {
  const mebibyte = 1024 ** 2;
  const disk = (free: number) => checkDisk({ folder: "/data", freeBytes: () => Promise.resolve(free) });
  const folder = (modes: Readonly<Record<string, number | undefined>>) =>
    checkKeyFolder({
      paths: () =>
        Promise.resolve(
          Object.keys(modes).map((path) => ({ path, kind: path.endsWith("/") ? ("folder" as const) : "file" })),
        ),
      modeOf: (path) => Promise.resolve(modes[path]),
    });
  const ports = (more: Partial<PortPorts>, free: readonly number[], accelerators: readonly number[] = []) =>
    checkPort({
      wanted: [8090, 8080],
      origin: "usual",
      venuePort: undefined,
      isFree: (port) => Promise.resolve(free.includes(port)),
      isAccelerator: (port) => Promise.resolve(accelerators.includes(port)),
      ...more,
    });
  const of = (version: string, ...names: readonly string[]) => names.map((name) => ({ name, version, folder: "/x" }));
  await told("doctor-here", [
    ...[5_000, 1_024, 1_023, 100, 99, 0].map((count) => disk(count * mebibyte)),
    folder({}),
    folder({ "/keys/": 0o700, "/keys/a": 0o600 }),
    folder({ "/keys/": 0o750, "/keys/a": 0o644, "/keys/b": 0o600 }),
    folder({ "/keys/a": 0o601 }),
    folder({ "/keys/a": undefined }),
    ports({}, [8090, 8080]),
    ports({ venuePort: 8090 }, [8080]),
    ports({}, [8090], [8080]),
    ports({}, [8090]),
    ports({}, []),
    ports({ origin: "asked" }, [8080]),
    ports({ origin: "asked" }, [8090], [8080]),
    ports({ origin: "asked" }, [8090, 8080]),
    ...["20.19.0", "20.18.9", "20.20.0", "19.99.99", "22.0.0", "20.19"].map((node) =>
      checkRuntime({ versions: { node }, engines: ">=20.19.0" }),
    ),
    checkRuntime({ versions: {}, engines: ">= 20.19.0" }),
    checkRuntime({ versions: { node: "20.19.0", bun: "1.2.3" }, engines: ">=20.19.0" }),
    checkRuntime({ versions: { node: "20.19.0", deno: "2.0.0" }, engines: ">=20.19.0" }),
    checkVersions({ own: of("1.2.3", "cli", "core"), project: [] }),
    checkVersions({ own: of("1.2.3", "cli", "core"), project: of("1.2.3", "core") }),
    checkVersions({ own: of("1.2.3", "cli", "core"), project: of("1.1.0", "core", "node") }),
    checkVersions({ own: [...of("1.10.0", "cli", "rest"), ...of("1.9.0", "core")], project: [] }),
    checkVersions({ own: of("1.2.3", "cli"), project: [...of("1.2.3", "core"), ...of("1.2.4", "node")] }),
  ]);
  expect(wantedPorts({} as never)).toEqual({ wanted: [8090, 8080], origin: "usual" });
  expect(wantedPorts({ port: ["1", "65535"] } as never)).toEqual({ wanted: [1, 65_535], origin: "asked" });
  for (const port of ["0", "65536", "x", "1.5", ""]) {
    expect(() => wantedPorts({ port: [port] } as never)).toThrow(`--port ${port}: it must be a number from 1 to 65535`);
  }
});

it("findings of the venue and the key", async () => {
  const clock = (offsetMs: number, uncertaintyMs = 0.5) =>
    checkClock(() => Promise.resolve({ offsetMs, uncertaintyMs } as never));
  const seqs = (...states: readonly (readonly [epoch: number, seq: number])[]) =>
    checkSequence({
      pair: "4BTC_USDT",
      states: (_pair, wanted) => Promise.resolve(states.slice(0, wanted).map(([epoch, seq]) => ({ epoch, seq }))),
    });
  const counting = (step: number) => Array.from({ length: 20 }, (_, index) => [1, index * step] as const);
  const latency = (calls: readonly number[] | undefined, pings: readonly number[] | undefined) => {
    const left = [...(calls ?? [])];
    return checkLatency({
      call: calls === undefined ? undefined : () => Promise.resolve(left.shift() ?? 0),
      pings: pings === undefined ? undefined : (count) => Promise.resolve(pings.slice(0, count)),
    });
  };
  const found = { from: "key.json" } as FoundCredential;
  const key = (error?: unknown) =>
    checkKey({
      find: async () => found,
      signedRead: async () => {
        if (error !== undefined) {
          throw error;
        }
      },
    });
  const without = (error: Error) => checkKey({ find: throwing(error), signedRead: undefined });
  const venueError = (code: number) => new VenueError({ venueCode: code, published: "words" });
  const alternates = (
    list: readonly { readonly restUrl: string; readonly pushUrl: string }[] | undefined,
    ...away: readonly string[]
  ) =>
    checkAlternates({
      list: () => Promise.resolve(list),
      probe: (_role, address) =>
        Promise.resolve(probe(address, away.includes(address) ? failed("connect", "ECONNREFUSED") : {})),
    });
  const others = Array.from({ length: 7 }, (_, index) => ({
    restUrl: `http://a${index}.test`,
    pushUrl: `ws://a${index}.test/cbu`,
  }));
  await told("doctor-venue", [
    checkClock(() => Promise.resolve(undefined)),
    ...[0, 999.6, 1_000.5, 1_001, -1_000, -1_600, 30_000, 30_001, -45_678].map((offset) => clock(offset)),
    clock(1_500, 500),
    clock(1_501, 500),
    clock(30_100, 100),
    seqs(...counting(1)),
    seqs(...counting(3)),
    seqs([1, 1], [1, 2], [1, 3]),
    seqs([1, 1], [1, 2], [1, 3], [1, 4]),
    seqs([1, 1], [1, 2], [2, 9], [2, 10], [2, 12], [2, 13]),
    seqs(),
    latency(undefined, undefined),
    latency([7, 1, 2, 3, 4, 5, 6, 1_000_000], [9, 1, 5, 3, 7, 1_000_000]),
    latency([1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000], undefined),
    latency(undefined, [1_000.1, 1_000.1, 1_000.1]),
    latency(undefined, []),
    key(),
    ...[3012, 3024, 3025, 3026, 3027, 2034].map((code) => key(venueError(code))),
    key(new TransportError("timed-out", { afterMs: 5 } as never)),
    without(new Refused("no-key", "There is no key", "Put one in.")),
    without(new Refused("key-open", "Others can read it")),
    without(new Refused("key-refused", "It holds no key")),
    checkKey({ find: async () => found, signedRead: undefined }),
    alternates(undefined),
    alternates([]),
    alternates(others.slice(0, 2)),
    alternates(others, "http://a0.test", "ws://a6.test/cbu"),
    alternates(others, "ws://a4.test/cbu"),
    alternates([{ restUrl: "ftp://a.test", pushUrl: "ws://a.test" }]),
  ]);
  await expect(key(new Error("own"))).rejects.toThrow("own");
  await expect(without(new Error("own"))).rejects.toThrow("own");
});
