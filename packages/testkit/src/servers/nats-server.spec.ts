import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { SpecNatsServer, type SpecNatsServerLimits, startConfiguredServers } from "./nats-server.js";
import { isAlive, standInPrograms, started, stateOf } from "./stand-ins.spec-kit.js";

const places = standInPrograms();

describe("SpecNatsServer", () => {
  const server = (configuration?: string, limits?: SpecNatsServerLimits): SpecNatsServer => {
    const made = new SpecNatsServer(configuration, limits);
    onTestFinished(() => made.remove());
    return made;
  };

  test("is started with JetStream on a port of its own, which it tells when it has one", async () => {
    vi.stubEnv("PORTS", '{"nats":["nats://127.0.0.1:4567"]}');
    const nats = server("max_payload: 1MB\n");
    expect([nats.address, nats.webSocketAddress]).toEqual(["", ""]);
    await nats.start();
    expect([nats.address, nats.webSocketAddress]).toEqual(["nats://127.0.0.1:4567", ""]);
    const [{ argv = "" } = {}] = await started();
    const folder = /-sd (\S+)$/.exec(argv)?.[1] ?? "";
    expect(folder.startsWith(join(places.folder, "depthwire-nats-"))).toBe(true);
    expect(argv).toBe(
      `unlimited -c ${folder}/nats.conf -a 127.0.0.1 -p -1 --ports_file_dir ${folder} -js -sd ${folder}`,
    );
    expect(await readFile(join(folder, "nats.conf"), "utf8")).toBe("max_payload: 1MB\n");
  });

  test("is started again at the same address, in the same folder, by what its configuration says then", async () => {
    vi.stubEnv("PORTS", '{"nats":["tls://127.0.0.1:4567"],"websocket":["wss://127.0.0.1:8080"]}');
    const nats = server();
    await nats.start();
    expect(nats.webSocketAddress).toBe("wss://127.0.0.1:8080");
    await nats.kill();
    const [first] = await started();
    expect(isAlive(first?.pid)).toBe(false);
    const folder = /-sd (\S+)$/.exec(first?.argv ?? "")?.[1] ?? "";
    expect(await readFile(join(folder, "nats.conf"), "utf8")).toBe("");
    nats.configuration = "debug: true\n";
    await nats.start();
    const [, second] = await started();
    expect(second?.argv).toBe(first?.argv.replace("-p -1", "-p 4567"));
    expect(isAlive(second?.pid)).toBe(true);
    expect(await readFile(join(folder, "nats.conf"), "utf8")).toBe("debug: true\n");
  });

  test("leaves nothing when it is removed", async () => {
    vi.stubEnv("PORTS", '{"nats":["nats://127.0.0.1:4567"]}');
    const nats = server();
    await nats.remove();
    await nats.start();
    const [first] = await started();
    await nats.remove();
    expect(isAlive(first?.pid)).toBe(false);
    expect((await readdir(places.folder)).filter((name) => name.startsWith("depthwire"))).toEqual([]);
    await nats.kill();
  });

  test("is told to stop and to go on, where it runs", async () => {
    vi.stubEnv("PORTS", '{"nats":["nats://127.0.0.1:4567"]}');
    const nats = server();
    nats.signal("SIGSTOP");
    await nats.start();
    const [first] = await started();
    nats.signal("SIGSTOP");
    await vi.waitFor(() => expect(stateOf(first?.pid)).toBe("T"), { timeout: 4_000 });
    nats.signal("SIGCONT");
    await vi.waitFor(() => expect(stateOf(first?.pid)).not.toBe("T"), { timeout: 4_000 });
  });

  test("has files of so many kilobytes at most where it is told so, in blocks of 512 bytes", async () => {
    vi.stubEnv("PORTS", '{"nats":["nats://127.0.0.1:4567"]}');
    const nats = server("", { fileKilobytes: 70 });
    await nats.start();
    const [first] = await started();
    // What reads it back counts in blocks of 512 or of 1,024 bytes.
    expect(first?.argv).toMatch(/^(?:140|70) -c \S+\/nats\.conf -a 127\.0\.0\.1 -p -1 /);
    await nats.kill();
    expect(isAlive(first?.pid)).toBe(false);
  });
});

describe("startConfiguredServers", () => {
  test("starts one for each file, and kills all", async () => {
    const servers = startConfiguredServers(["one.conf", "two.conf"]);
    onTestFinished(() => servers.kill());
    await vi.waitFor(async () => expect(await started()).toHaveLength(2), { timeout: 4_000 });
    const all = await started();
    expect(all.map(({ argv }) => argv).sort()).toEqual(["unlimited -c one.conf", "unlimited -c two.conf"]);
    expect(all.map(({ pid }) => isAlive(pid))).toEqual([true, true]);
    await servers.kill();
    expect(all.map(({ pid }) => isAlive(pid))).toEqual([false, false]);
  });
});
