import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { lacksEtcd } from "./etcd-server.js";
import { freePorts } from "./free-ports.js";
import { lacksNatsServer } from "./nats-server.js";
import { lacksProgram, ServerProcess } from "./server-process.js";
import { isAlive, isThere, standInPrograms, stateOf } from "./stand-ins.spec-kit.js";

const places = standInPrograms();

describe("lacksProgram", () => {
  test("is about programs that are missing, or fail, where no CI installs them", () => {
    vi.stubEnv("CI", undefined);
    expect(lacksProgram("sh", "-c", "exit 0")).toBe(false);
    expect(lacksProgram("sh", "-c", "exit 1")).toBe(true);
    expect(lacksProgram("depthwire-no-such-program")).toBe(true);
    vi.stubEnv("CI", "true");
    expect(lacksProgram("depthwire-no-such-program")).toBe(false);
    expect(lacksProgram("sh", "-c", "exit 0")).toBe(false);
  });

  test("tells of the servers whether they say their version", () => {
    vi.unstubAllEnvs();
    expect([lacksNatsServer, lacksEtcd]).toEqual([
      lacksProgram("nats-server", "-v"),
      lacksProgram("etcd", "--version"),
    ]);
  });
});

describe("ServerProcess", () => {
  test("lives until it is killed, which waits until it is gone", async () => {
    const server = new ServerProcess("sh", ["-c", "exec sleep 20"]);
    expect(isAlive(server.pid)).toBe(true);
    await server.kill();
    expect(isAlive(server.pid)).toBe(false);
    await server.kill();
  });

  test("may say as much as it likes: nobody has to listen", async () => {
    const file = join(places.folder, "said");
    const server = new ServerProcess("sh", ["-c", `head -c 1000000 /dev/zero; echo > ${file}; exec sleep 20`]);
    onTestFinished(() => server.kill());
    await vi.waitFor(async () => expect(await isThere(file)).toBe(true), { timeout: 4_000 });
  });

  test("may have ended by itself before it is killed", async () => {
    const server = new ServerProcess("sh", ["-c", "exit 3"]);
    await vi.waitFor(() => expect(isAlive(server.pid)).toBe(false));
    await server.kill();
  });

  test("stands still when it is stopped, and goes on", async () => {
    const file = join(places.folder, "beats");
    const server = new ServerProcess("sh", ["-c", `for i in $(seq 2000); do echo >> ${file}; sleep 0.01; done`]);
    onTestFinished(() => server.kill());
    const beats = async () => (await readFile(file, "utf8").catch(() => "")).length;
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(0), { timeout: 4_000 });
    server.signal("SIGSTOP");
    await vi.waitFor(() => expect(stateOf(server.pid)).toBe("T"), { timeout: 4_000 });
    const before = await beats();
    server.signal("SIGCONT");
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before), { timeout: 4_000 });
  });
});

describe("freePorts", () => {
  test("are as many as are asked for, each another one, and nobody listens on them", async () => {
    const ports = await freePorts(4);
    expect(new Set(ports).size).toBe(4);
    const servers: Server[] = ports.map((port) => createServer().listen(port, "127.0.0.1"));
    await Promise.all(servers.map((server) => once(server, "listening")));
    await Promise.all(servers.map((server) => once(server.close(), "close")));
    expect(await freePorts(0)).toEqual([]);
  });
});
