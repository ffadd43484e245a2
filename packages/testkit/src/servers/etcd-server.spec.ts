import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { TransportError } from "@depthwire/core";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fetchHttp, SpecEtcd } from "./etcd-server.js";
import { freePorts } from "./free-ports.js";
import { isAlive, isThere, standInPrograms, started } from "./stand-ins.spec-kit.js";

const places = standInPrograms();

describe("SpecEtcd", () => {
  /** What was asked about its health; the first answer is that it is not ready. */
  let asked: string[];
  /** As many as were started have noted how. */
  let starts: number;

  beforeEach(() => {
    asked = [];
    starts = 1;
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      const isReady = asked.length > 1 && (await started()).length === starts;
      return new Response(null, { status: isReady ? 200 : 503 });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
  });

  test("is started on ports of its own, is ready when it says so, and leaves nothing", async () => {
    const etcd = new SpecEtcd();
    onTestFinished(() => etcd.remove());
    await etcd.remove();
    expect(etcd.address).toBe("");
    await etcd.start();
    const [{ pid = undefined, argv = "" } = {}] = await started();
    const flags = Object.fromEntries(argv.split(" ").map((flag) => /^--([a-z-]+)=(.*)$/.exec(flag)?.slice(1) ?? []));
    const { "data-dir": folder, "listen-peer-urls": peer, "listen-metrics-urls": metrics } = flags;
    expect(flags).toEqual({
      "data-dir": folder,
      "listen-client-urls": etcd.address,
      "advertise-client-urls": etcd.address,
      "listen-peer-urls": peer,
      "initial-advertise-peer-urls": peer,
      "initial-cluster": `default=${peer}`,
      "listen-metrics-urls": metrics,
    });
    expect(new Set(asked)).toEqual(new Set([`${metrics}/health`]));
    expect(asked.length).toBeGreaterThan(1);
    const addresses = [etcd.address, peer, metrics];
    expect(new Set(addresses).size).toBe(3);
    expect(addresses.filter((address) => !/^http:\/\/127\.0\.0\.1:\d+$/.test(address))).toEqual([]);
    expect(folder.startsWith(join(places.folder, "depthwire-etcd-"))).toBe(true);
    expect(await isThere(folder)).toBe(true);
    await etcd.remove();
    expect([isAlive(pid), await isThere(folder)]).toEqual([false, false]);
    await etcd.kill();
  });

  test("keeps its address and its folder when it is started again; flags of the spec's own count", async () => {
    const etcd = new SpecEtcd("https", { "cert-file": "own.pem", "initial-cluster": "other" });
    onTestFinished(() => etcd.remove());
    await etcd.start();
    const { address } = etcd;
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    await etcd.kill();
    starts = 2;
    await etcd.start();
    expect(etcd.address).toBe(address);
    const [first, second] = await started();
    expect([isAlive(first?.pid), isAlive(second?.pid)]).toEqual([false, true]);
    for (const argv of [first?.argv ?? "", second?.argv ?? ""]) {
      expect(argv).toContain(`--listen-client-urls=${address} `);
      expect(argv).toContain("--initial-cluster=other ");
      expect(argv).toMatch(/--cert-file=own\.pem$/);
    }
    const folders = [first, second].map((run) => /--data-dir=(\S+)/.exec(run?.argv ?? "")?.[1]);
    expect(folders[0]).toBe(folders[1]);
  });
});

describe("fetchHttp", () => {
  const limits = { maxBodyBytes: 1_000 };

  test("posts a question, and gives the answer's status and bytes", async () => {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      asked.push([request.method, request.url, request.headers["x-own"], await text(request)]);
      response.writeHead(418).end(Buffer.of(1, 0, 255));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const question = { method: "POST", target: "/v3/kv", headers: { "x-own": "yes", connection: "close" } } as const;
    const answer = await fetchHttp(address, { ...question, body: "{}" }, limits);
    expect(answer).toEqual({ status: 418, body: Uint8Array.of(1, 0, 255) });
    await fetchHttp(address, question, limits);
    expect(asked).toEqual([
      ["POST", "/v3/kv", "yes", "{}"],
      ["POST", "/v3/kv", "yes", ""],
    ]);
    const aborted = fetchHttp(address, question, { ...limits, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ cause: { name: "AbortError" } });
  });

  test("fails as a transport does where nobody answers", async () => {
    const address = `http://127.0.0.1:${(await freePorts(1))[0]}`;
    const failed = await fetchHttp(address, { method: "POST", target: "/", headers: {} }, limits).catch(
      (error) => error,
    );
    expect(failed).toBeInstanceOf(TransportError);
    expect(failed).toMatchObject({ code: "connect-failed", details: { address, attempts: 1 } });
    expect(failed.cause).toBeInstanceOf(TypeError);
  });
});
