import { spawnSync } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { threadOfPair } from "@depthwire/relay/internal";
import { lacksNatsServer, lacksProgram } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../../../../command-scene.spec-kit.js";
import { type RelayProcess, RelayScene, scenePairs } from "../../relay-scene.spec-kit.js";

const lacksPromtool = lacksProgram("promtool", "--version");

it.each([
  ["--metrics no-port", "HOST:PORT"],
  ["--metrics 127.0.0.1:70000", "HOST:PORT"],
  ["--metrics 0.0.0.0:0", "--allow-host: it must be the name that others call this computer by"],
  ["--metrics 192.0.2.1:0 --allow-host relay-1", "--metrics 192.0.2.1:0: it must be an address of this computer"],
  ["--allow-host relay-1", "--allow-host names a host of --metrics"],
])("relay serve %s is refused before anybody is asked", async (line, words) => {
  const end = await runCommandLine(["relay", "serve", "--pairs", "all", ...line.split(" "), "--json"]);
  expect(end).toMatchObject({ exitCode: 2, envelopes: [{ error: { code: "usage" } }] });
  expect(end.envelopes[0]?.error?.message).toContain(words);
});

/** One answer of `/metrics` or `/healthz`. */
interface Answered {
  readonly status: number | undefined;
  readonly body: string;
}

function ask(url: string, host?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: host === undefined ? {} : { host } }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        body += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** A figure by its name, labels and all. */
function figures(text: string): ReadonlyMap<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

describe.skipIf(lacksNatsServer)("relay serve --metrics (skipped where nats-server is missing)", () => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await RelayScene.open();
  });
  afterAll(() => scene.close());

  const urlOf = async (serving: RelayProcess): Promise<string> => {
    const place = await serving.said({ event: "metrics" });
    return String(serving.items[place - 1]?.["url"]);
  };
  const read = async (url: string) => figures((await ask(`${url}/metrics`)).body);

  it("shows what an owner and its standby do, in Prometheus's form", async () => {
    const owner = scene.serve("alpha", "--metrics", "0");
    const url = await urlOf(owner);
    await owner.said({ event: "owns", live: scenePairs.length });
    const follower = scene.start("relay", "follow", ...scenePairs);
    await Promise.all(scenePairs.map((pair) => follower.said({ pair, status: "live" })));
    const standby = scene.serve("beta", "--metrics", "127.0.0.1:0");
    const other = await urlOf(standby);
    await expect
      .poll(async () => (await read(other)).get('depthwire_relay_books_live{name="beta",role="standby"}'))
      .toBeGreaterThan(0);
    const shown = await read(url);
    expect(shown.get('depthwire_relay_heard{name="alpha"}')).toBe(1);
    expect(shown.get('depthwire_relay_store_answers{name="alpha",store="leases"}')).toBe(1);
    for (const counted of [
      'depthwire_relay_published_total{name="alpha",kind="frames"}',
      'depthwire_relay_published_total{name="alpha",kind="beats"}',
      'depthwire_relay_echoes_total{name="alpha"}',
      'depthwire_relay_leases_won_total{name="alpha"}',
      'depthwire_book_messages_total{name="alpha"}',
      'depthwire_bytes_received_total{name="alpha"}',
      "process_resident_memory_bytes",
    ]) {
      expect(shown.get(counted), counted).toBeGreaterThan(0);
    }
    // Of 3 s by default, renewed four times a lease.
    expect(shown.get('depthwire_relay_lease_age_seconds{name="alpha"}')).toBeLessThan(3);
    const before = shown.get('depthwire_relay_leases_renewed_total{name="alpha"}') ?? 0;
    await expect
      .poll(async () => (await read(url)).get('depthwire_relay_leases_renewed_total{name="alpha"}'), {
        timeout: 20_000,
      })
      .toBeGreaterThan(before);
    await standby.interrupt();
    await follower.interrupt();
    await owner.interrupt();
    await expect(ask(`${url}/metrics`)).rejects.toThrow("ECONNREFUSED");
  });

  it.skipIf(lacksPromtool)("is what promtool takes (skipped where prometheus is missing)", async () => {
    const owner = scene.serve("checked", "--metrics", "0");
    const url = await urlOf(owner);
    await owner.said({ event: "owns", live: scenePairs.length });
    const { body } = await ask(`${url}/metrics`);
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input: body, encoding: "utf8" });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: "" });
    await owner.interrupt();
  });

  it("is for whoever calls it by a name of its own, and changes nothing", async () => {
    const owner = scene.serve(
      "guarded",
      "--metrics",
      "0.0.0.0:0",
      "--allow-host",
      "relay-1",
      "--allow-host",
      "relay-2",
    );
    const url = (await urlOf(owner)).replace("0.0.0.0", "127.0.0.1");
    const port = new URL(url).port;
    const statusAs = async (host: string) => (await ask(`${url}/metrics`, host)).status;
    expect(await statusAs(`127.0.0.1:${port}`)).toBe(200);
    expect(await statusAs(`relay-1:${port}`)).toBe(200);
    expect(await statusAs("relay-2")).toBe(200);
    // A name that somebody points at this computer: a page of theirs would read it (DNS rebinding).
    const stranger = await ask(`${url}/metrics`, "stranger.test");
    expect(stranger).toMatchObject({
      status: 403,
      body: expect.stringContaining("start it with --allow-host stranger.test"),
    });
    expect(stranger.body).toContain("not a name of this relay");
    expect((await ask(`${url}/metric`)).body).toContain("did you mean GET /metrics?");
    const other = await scene.run(["relay", "serve", "--pairs", "all", "--metrics", port, "--json"]);
    expect(other).toMatchObject({ exitCode: 2, envelopes: [{ error: { code: "usage" } }] });
    expect(other.envelopes[0]?.error?.message).toContain(`--metrics 127.0.0.1:${port}: it must be a free port`);
    await owner.interrupt();
  });

  it("has the figures of each thread by its name, and is healthy only while all of them are heard", async () => {
    const threads = 3;
    const nameOf = (pair: string): string => `wide-${(threadOfPair(pair) % threads) + 1}`;
    const names = [...new Set(scene.sandbox.pairs.map(nameOf))].sort();
    expect(names.length).toBeGreaterThan(1);
    const words = ["relay", "serve", "--name", "wide", "--pairs", "all", "--threads", String(threads)];
    const wide = scene.start(...words, "--metrics", "0");
    const url = await urlOf(wide);
    await Promise.all(names.map((name) => wide.said({ event: "owns", name, live: /[1-9]/ })));
    const live = async () => {
      const shown = await read(url);
      return names.map((name) => shown.get(`depthwire_relay_books_live{name="${name}",role="owner"}`) ?? 0);
    };
    const shares = names.map((name) => scene.sandbox.pairs.filter((pair) => nameOf(pair) === name).length);
    await expect.poll(live, { timeout: 30_000 }).toEqual(shares);
    const healthy = await ask(`${url}/healthz`);
    expect({ ...healthy, body: JSON.parse(healthy.body) as unknown }).toEqual({
      status: 200,
      body: { ready: true, notReady: [], instances: names },
    });
    await wide.interrupt();
  });

  it("is not healthy before it takes part: a venue that does not answer is waited for", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.closeAllConnections());
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    for (const threads of ["1", "3"]) {
      const words = ["relay", "serve", "--name", "early", "--pairs", "all", "--threads", threads, "--metrics", "0"];
      const early = scene.start(...words, "--venue", `http://127.0.0.1:${port}`);
      const { status, body } = await ask(`${await urlOf(early)}/healthz`);
      expect(status).toBe(503);
      expect(JSON.parse(body)).toMatchObject({ ready: false, notReady: [{ name: "early", what: "start" }] });
      await early.kill();
    }
  });

  it("is not healthy while bus and store do not hear it, and says so; it is again when they do", async () => {
    const owner = scene.serve("doubted", "--metrics", "0", "--lease-ms", "1000");
    const url = await urlOf(owner);
    const health = async () => {
      const { status, body } = await ask(`${url}/healthz`);
      const { notReady } = JSON.parse(body) as { readonly notReady: readonly { readonly what: string }[] };
      return { status, waits: notReady.map(({ what }) => what).sort() };
    };
    await owner.said({ event: "owns", live: scenePairs.length });
    expect(await health()).toEqual({ status: 200, waits: [] });
    scene.server.signal("SIGSTOP");
    try {
      await expect.poll(health, { timeout: 30_000 }).toEqual({ status: 503, waits: expect.arrayContaining(["bus"]) });
      expect((await read(url)).get('depthwire_relay_heard{name="doubted"}')).toBe(0);
    } finally {
      scene.server.signal("SIGCONT");
    }
    await expect.poll(health, { timeout: 30_000 }).toEqual({ status: 200, waits: [] });
    expect((await read(url)).get('depthwire_relay_store_stalls_total{name="doubted"}')).toBeGreaterThan(0);
    await owner.interrupt();
  });
});
