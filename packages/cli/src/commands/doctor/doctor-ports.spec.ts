import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sceneContext } from "../../context.spec-kit.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import { doctorPorts } from "./doctor-ports.js";
import { closedPort, serve } from "./doctor-scene.spec-kit.js";
import { projectPackages } from "./installed-packages.js";

it("ports, room, keys and modes of this computer are looked at as they are", async () => {
  const home = await scratchDirectory(onTestFinished);
  const { context } = sceneContext("doctor", "text", { home, workingDirectory: home });
  const ports = doctorPorts(context);
  expect(ports.patienceMs).toBe(10_000);
  expect(Math.abs(ports.nowMs() - Date.now())).toBeLessThan(60_000);
  const { versions, engines } = await ports.runtime();
  expect([versions["node"], engines]).toEqual([process.versions.node, ">=20.19.0"]);

  const free = await closedPort();
  expect([await ports.isFree(free), await ports.isAccelerator(free)]).toEqual([true, false]);
  const answering = (status: number, body: string) =>
    serve(
      createServer((asked, answer) => {
        answer.statusCode = asked.url === "/health" ? status : 404;
        answer.end(body);
      }),
    );
  const accelerators: readonly (readonly [status: number, body: string, isOne: boolean])[] = [
    [200, '{"notReady":[]}', true],
    [503, '{"notReady":[{}]}', true],
    [401, '{"error":{"code":"token-refused"}}', true],
    [403, '{"error":{"code":"token-refused"}}', false],
    [401, '{"error":{"code":"other"}}', false],
    [200, '{"notReady":"x"}', false],
    [200, "null", false],
    [200, "<html>", false],
  ];
  for (const [status, body, isOne] of accelerators) {
    const port = await answering(status, body);
    expect({ body, isFree: await ports.isFree(port), isOne: await ports.isAccelerator(port) }).toEqual({
      body,
      isFree: false,
      isOne,
    });
  }

  const here = await ports.freeBytes(home);
  expect(here).toBeGreaterThan(0);
  expect(await ports.freeBytes(join(home, "not", "there"))).toBeGreaterThan(0);

  expect(await ports.keyPaths({})).toEqual([]);
  await mkdir(join(home, ".depthwire", "keys"), { recursive: true });
  for (const file of [".depthwire/limits.json", ".depthwire/keys/default.json", "mine.json"]) {
    await writeFile(join(home, file), "{}");
  }
  const paths = async (flags: object) =>
    (await ports.keyPaths(flags)).map(({ path, kind }) => `${kind} ${path.slice(home.length)}`).sort();
  const kept = [
    "file /.depthwire/keys/default.json",
    "file /.depthwire/limits.json",
    "folder /.depthwire",
    "folder /.depthwire/keys",
  ];
  expect(await paths({})).toEqual(kept);
  expect(await paths({ credential: "mine.json" })).toEqual([...kept, "file /mine.json"].sort());
  expect(await paths({ credential: "nothing.json" })).toEqual(kept);
  await chmod(join(home, "mine.json"), 0o640);
  expect(await ports.modeOf(join(home, "mine.json"))).toBe(0o640);
});

it("a project's packages are those of the nearest folder that has some", async () => {
  const root = await scratchDirectory(onTestFinished);
  const folder = join(root, "project", "deep");
  await mkdir(folder, { recursive: true });
  const install = async (at: string, name: string, manifest: string): Promise<void> => {
    const path = join(at, "node_modules", "@depthwire", name);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "package.json"), manifest);
  };
  const found = async () =>
    (await projectPackages(folder)).map(({ name, version, folder: at }) => [name, version, at.slice(root.length)]);
  await install(root, "core", '{"name":"@depthwire/core","version":"1.0.0"}');
  expect(await found()).toEqual([["@depthwire/core", "1.0.0", "/node_modules/@depthwire/core"]]);
  await install(join(root, "project"), "broken", "{");
  expect(await found()).toHaveLength(1);
  await install(join(root, "project"), "node", '{"name":"@depthwire/node","version":"2.0.0"}');
  expect(await found()).toEqual([["@depthwire/node", "2.0.0", "/project/node_modules/@depthwire/node"]]);
});
