import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAccelerator } from "@depthwire/accelerator";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import {
  expiredCertificate as expired,
  selfSignedCertificate as selfSigned,
  type TestCertificate,
} from "@depthwire/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../../command-scene.spec-kit.js";
import { captureStreams } from "../../program/captured-streams.js";
import type { Context } from "../../program/context.js";
import { createOutput } from "../../program/output.js";
import { stylesFor } from "../../program/styles.js";
import { doctorPorts } from "./doctor-ports.js";
import { answerInstead, closedPort, proxyTo, serve, type Told, tooLong, wrongOf } from "./doctor-scene.spec-kit.js";
import { examine } from "./examine.js";

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  const quick = { tickIntervalMs: 20, depthIntervalMs: 20 };
  sandbox = await startSandbox({
    port: 0,
    pairs: ["4BTC_USDT"],
    requestsPerWindow: 0,
    allowHosts: ["venue.test"],
    ...quick,
  });
});
afterAll(() => sandbox.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-doctor-"));
  await keepKey(sandbox.credential);
});
afterEach(async () => {
  sandbox.faults.clear();
  await rm(folder, { recursive: true, force: true });
});

async function keepKey(credential: object): Promise<string> {
  const path = join(folder, ".depthwire", "credential.json");
  await mkdir(join(folder, ".depthwire"), { recursive: true, mode: 0o700 });
  await writeFile(path, JSON.stringify(credential), { mode: 0o600 });
  return path;
}

/** @param words behind the usual addresses; a later option of one name counts */
async function doctor(words: readonly string[] = [], options: SceneOptions = {}): Promise<CommandEnd> {
  const addresses = ["--venue", sandbox.restUrl, "--push", sandbox.pushUrl];
  return runCommandLine(["doctor", "--json", ...addresses, ...words], {
    workingDirectory: folder,
    home: folder,
    ...options,
  });
}

async function operator(
  path: string,
  body: object,
): Promise<{ readonly opened: readonly object[]; readonly account: number }> {
  const answer = await fetch(`${sandbox.restUrl}/_sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { readonly opened: readonly object[]; readonly account: number };
}

describe("the doctor finds nothing", () => {
  it("where nothing is wrong", async () => {
    const end = await doctor();
    expect(wrongOf(end)).toEqual([]);
    expect(end.exitCode).toBe(0);
    const result = end.envelopes.at(-1);
    expect(result).toMatchObject({ kind: "result", command: "doctor", data: { wrong: 0 } });
    const told = end.envelopes.map(({ data }) => data as Told);
    expect(told.find(({ check }) => check === "sequence")).toMatchObject({
      status: "ok",
      says: expect.stringContaining("contiguous"),
    });
    expect(told.find(({ check }) => check === "key")).toMatchObject({ status: "ok" });
  });

  it("behind a proxy that asks for a user, at a venue that only the proxy can find", async () => {
    const asked: (string | undefined)[] = [];
    const proxy = proxyTo(sandbox.port, { user: "me:secret", onAsked: (target) => asked.push(target) });
    const port = await serve(proxy);
    const path = await keepKey(sandbox.credential);
    const words = ["--venue", "http://venue.test", "--push", "ws://venue.test/cbu", "--credential", path];
    const end = await doctor(words, { environment: { HTTP_PROXY: `http://me:secret@127.0.0.1:${port}` } });
    expect(wrongOf(end)).toEqual([]);
    expect(end.out).not.toContain("secret@");
    expect(new Set(asked)).toEqual(new Set(["venue.test:80"]));
    const refused = await doctor(words, { environment: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
    expect(wrongOf(refused)).toEqual(["proxy: proxy-refuses"]);
  });

  it("and says so to people, a line a check", async () => {
    const end = await runCommandLine(["doctor", "--venue", sandbox.restUrl], {
      workingDirectory: folder,
      home: folder,
    });
    expect(end.out.split("\n").filter((line) => line.startsWith("ok "))).not.toHaveLength(0);
    expect(end.out).toMatch(/Nothing is wrong/);
  });
});

describe("the doctor finds a planted fault, names it, and finds nothing else wrong", () => {
  it("a venue whose clock is far off", async () => {
    sandbox.faults.add({ kind: "clock-skew", skewMs: -45_000, count: 1_000 });
    const end = await doctor();
    expect(wrongOf(end)).toEqual(["clock: clock-skewed"]);
    expect(end.exitCode).toBe(1);
    expect(end.envelopes.at(-1)).toMatchObject({
      kind: "error",
      error: { code: "found-wrong", details: { wrong: 1 } },
    });
    expect(end.out).toMatch(/4[45]\.\d s behind/);
  });

  it("a revoked key", async () => {
    const { account, opened } = await operator("accounts", { funds: [] });
    const [key] = opened as readonly { readonly apiKey: string; readonly apiSecret: string }[];
    await keepKey({ apiKey: key?.apiKey, apiSecret: key?.apiSecret });
    expect(wrongOf(await doctor())).toEqual([]);
    await operator(`accounts/${account}`, { revokeKeys: [key?.apiKey] });
    expect(wrongOf(await doctor())).toEqual(["key: key-revoked"]);
  });

  it("a key that may not read, and one with another's secret", async () => {
    const { opened } = await operator("accounts", { keys: [{ permissions: ["trade"] }] });
    const [key] = opened as readonly { readonly apiKey: string; readonly apiSecret: string }[];
    await keepKey({ apiKey: key?.apiKey, apiSecret: key?.apiSecret });
    expect(wrongOf(await doctor())).toEqual(["key: key-permission"]);
    await keepKey({ apiKey: key?.apiKey, apiSecret: sandbox.credential.apiSecret });
    expect(wrongOf(await doctor())).toEqual(["key: key-signature"]);
  });

  it("REST that is dead while push lives", async () => {
    const end = await doctor(["--venue", `http://127.0.0.1:${await closedPort()}`]);
    expect(wrongOf(end)).toEqual(["rest: rest-unreachable"]);
    expect(end.out).toContain("connecting failed (ECONNREFUSED)");
  });

  it("something else in the venue's place", async () => {
    const port = await serve(createHttpServer((_request, answer) => answer.end("<html>Back soon</html>")));
    expect(wrongOf(await doctor(["--venue", `http://127.0.0.1:${port}`]))).toEqual(["rest: rest-foreign"]);
  });

  it("push that is dead, or refuses, while REST lives", async () => {
    expect(wrongOf(await doctor(["--push", `ws://127.0.0.1:${await closedPort()}/cbu`]))).toEqual([
      "push: push-unreachable",
    ]);
    sandbox.faults.add({ kind: "refuse", count: 1_000 });
    expect(wrongOf(await doctor())).toEqual(["push: push-refused"]);
  });

  it("other addresses of the venue that are dead: worth a look, as long as nobody needs them", async () => {
    const dead = `127.0.0.1:${await closedPort()}`;
    const listed = [{ domain: `http://${dead}`, ws: `ws://${dead}/cbu` }];
    const venue = answerInstead(sandbox.port, "/v1/public/queryApiDomain", { state: 0, result: listed });
    const end = await doctor(["--venue", `http://127.0.0.1:${await serve(venue)}`]);
    expect(wrongOf(end)).toEqual([]);
    expect(end.envelopes.map(({ data }) => data as Told).find(({ check }) => check === "alternates")).toMatchObject({
      status: "warn",
      code: "alternate-unreachable",
      says: expect.stringContaining(`http://${dead} (connect: ECONNREFUSED)`),
    });
  });

  it("a depth channel that leaves out numbers", async () => {
    sandbox.faults.add({ kind: "gap", by: 7, count: 5 });
    const end = await doctor();
    expect(wrongOf(end)).toEqual(["sequence: sequence-jumps"]);
    expect(end.out).toContain("up to 8");
  });

  it("a proxy that refuses, and one that is not there", async () => {
    const proxy = createHttpServer();
    proxy.on("connect", (_request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
    const port = await serve(proxy);
    const far = ["--venue", "http://venue.test", "--push", "ws://venue.test/cbu"];
    const refused = await doctor(far, { environment: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
    expect(wrongOf(refused)).toEqual(["proxy: proxy-refuses"]);
    const absent = await doctor(far, { environment: { HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` } });
    expect(wrongOf(absent)).toEqual(["proxy: proxy-unreachable"]);
  });

  it("a certificate that has expired, and one that nobody signed", async () => {
    const venue = async (certificate: TestCertificate): Promise<string> =>
      `https://localhost:${await serve(createHttpsServer({ ...certificate }, (_request, answer) => answer.end('{"time":"0"}')))}`;
    expect(wrongOf(await doctor(["--venue", await venue(expired)]))).toEqual(["tls: certificate-expired"]);
    expect(wrongOf(await doctor(["--venue", await venue(selfSigned)]))).toEqual(["tls: certificate-untrusted"]);
  });

  it("a name that leads nowhere", async () => {
    expect(wrongOf(await doctor(["--venue", `http://${tooLong}.invalid`]))).toEqual(["dns: name-unknown"]);
  });

  it("a port that is to be free and is taken", async () => {
    const end = await doctor(["--port", String(sandbox.port), String(await serve(createHttpServer()))]);
    expect(wrongOf(end)).toEqual(["port: port-taken"]);
  });

  it("a port that an accelerator has, with and without a token", async () => {
    for (const token of [undefined, "t".repeat(40)]) {
      const { pushUrl, restUrl } = sandbox;
      const venue = { addresses: [pushUrl], restAddress: restUrl };
      await using accelerator = await openAccelerator({ venue, port: 0, token });
      const end = await doctor(["--port", String(accelerator.port)]);
      expect(wrongOf(end)).toEqual(["port: port-taken"]);
      expect(end.out).toContain(`Port ${accelerator.port} is taken by an accelerator that runs`);
      expect(end.out).not.toContain("another program");
    }
  });

  it("a key file that others can read", async () => {
    await chmod(await keepKey(sandbox.credential), 0o644);
    const end = await doctor();
    expect(wrongOf(end)).toEqual(["key-folder: key-open"]);
    expect(end.out).toContain("chmod 600");
  });

  it("packages of mixed versions", async () => {
    for (const [name, version] of [
      ["core", "0.1.0"],
      ["node", "0.2.0"],
    ] as const) {
      const at = join(folder, "node_modules", "@depthwire", name);
      await mkdir(at, { recursive: true });
      await writeFile(join(at, "package.json"), JSON.stringify({ name: `@depthwire/${name}`, version }));
    }
    const end = await doctor();
    expect(wrongOf(end)).toEqual(["versions: versions-mixed"]);
    expect(end.out).toContain("npm install @depthwire/core@0.2.0 @depthwire/node@0.2.0");
  });

  it("a Node that is too old, and a disk that is full", async () => {
    const { text, ...streams } = captureStreams();
    const context: Context = {
      output: createOutput("doctor", "json", streams),
      input: {
        isTerminal: false,
        stream: process.stdin,
        ask: async () => undefined,
        askHidden: async () => [],
        readAll: async () => new Uint8Array(),
      },
      screen: { isTerminal: false, size: () => ({ columns: 80, rows: 24 }), onResize: () => () => {} },
      styles: stylesFor({ isTerminal: false, environment: {} }),
      signal: new AbortController().signal,
      environment: {},
      home: folder,
      workingDirectory: folder,
      version: "0.0.0",
      carryOut: async () => 0,
    };
    const runtime = async () => ({ versions: { node: "18.19.1" }, engines: ">=20.19.0" });
    const flags = { venue: sandbox.restUrl, serviceName: "svc", protocol: "prefix" } as const;
    const end = examine(flags, context, {
      ...doctorPorts(context),
      runtime,
      freeBytes: async () => 1_000_000,
    });
    await expect(end).rejects.toMatchObject({ code: "found-wrong", exitCode: 1 });
    const envelopes = text()
      .out.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(wrongOf({ envelopes })).toEqual(["runtime: runtime-old", "disk: disk-full"]);
  });

  it("and names the nearest pair where the pair is wrong", async () => {
    const end = await doctor(["--pair", "4BTC_USTD"]);
    expect(end.exitCode).toBe(2);
    expect(end.envelopes.at(-1)).toMatchObject({
      kind: "error",
      error: { code: "unknown-pair", remedy: expect.stringContaining("4BTC_USDT") },
    });
  });
});
