import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Credential, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";

const run = promisify(execFile);
/** Where the packages are linked, and the compiler that init installs. */
const modules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-init-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

async function manifest(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, name, "package.json"), "utf8")) as Manifest;
}

const init = (...words: readonly string[]): ReturnType<typeof runCommandLine> =>
  runCommandLine(["init", "--json", ...words], { workingDirectory: folder });

describe("depthwire init", () => {
  it("makes a project that compiles, whose test passes, and whose bot withdraws its quotes on Ctrl-C", async () => {
    const { exitCode, envelopes } = await init("my-bot", "--no-install");
    expect(exitCode).toBe(0);
    expect(envelopes.at(-1)).toMatchObject({
      kind: "result",
      data: { name: "my-bot", installed: false, files: expect.arrayContaining([".gitignore", "src/quote.ts"]) },
    });
    expect(await readFile(join(folder, "my-bot", "README.md"), "utf8")).toMatch(/^# my-bot\n/);
    const cwd = join(folder, "my-bot");
    await symlink(modules, join(cwd, "node_modules"));
    await run(process.execPath, [join(modules, ".bin", "tsc"), "-p", "."], { cwd });
    const { stdout } = await run(process.execPath, ["--test", "dist/quote.test.js"], { cwd });
    expect(stdout).toMatch(/pass 1\b/);
    expect(await quoteAtSandbox(cwd)).toMatch(/^Quoting.*Withdrawn\. \d+ orders were placed, \d+ refused\.\n$/s);
  });

  it("takes packages from tarballs, those that they need themselves too", async () => {
    const from = join(folder, "tarballs");
    await mkdir(from);
    for (const name of ["cli", "client", "core", "node", "sandbox"]) {
      await writeFile(join(from, `depthwire-${name}-0.1.0.tgz`), "");
    }
    expect(await init("bot", "--from", "tarballs", "--no-install")).toMatchObject({ exitCode: 0 });
    const { dependencies, devDependencies, overrides } = await manifest("bot");
    expect(dependencies).toEqual({ "@depthwire/node": `file:${join(from, "depthwire-node-0.1.0.tgz")}` });
    expect(devDependencies["@depthwire/cli"]).toBe(`file:${join(from, "depthwire-cli-0.1.0.tgz")}`);
    expect(overrides).toEqual({ "@depthwire/core": `file:${join(from, "depthwire-core-0.1.0.tgz")}` });
    await rm(join(from, "depthwire-client-0.1.0.tgz"));
    expect((await init("other", "--from", "tarballs")).envelopes.at(-1)).toMatchObject({
      error: { code: "file-unusable", message: expect.stringContaining("@depthwire/client") },
    });
    expect((await init("other", "--from", "nowhere")).exitCode).toBe(1);
  });

  it("leaves alone what is there, and names what is no name", async () => {
    await mkdir(join(folder, "full"));
    await writeFile(join(folder, "full", "mine.txt"), "");
    await mkdir(join(folder, "empty"));
    expect(await init("full", "--no-install")).toMatchObject({
      exitCode: 7,
      err: expect.stringContaining("not empty"),
    });
    expect(await init("empty", "--no-install")).toMatchObject({ exitCode: 0 });
    expect(await init("../escape", "--no-install")).toMatchObject({ exitCode: 2 });
  });

  it("says what npm said where it fails", async () => {
    const from = join(folder, "tarballs");
    await mkdir(from);
    for (const name of ["cli", "client", "node", "sandbox"]) {
      await writeFile(join(from, `depthwire-${name}-0.1.0.tgz`), "no tarball");
    }
    const environment = { PATH: process.env["PATH"] ?? "", HOME: folder, npm_config_offline: "true" };
    const { envelopes, exitCode } = await runCommandLine(["init", "bot", "--from", "tarballs", "--json"], {
      workingDirectory: folder,
      environment,
    });
    expect(envelopes.at(-1)).toMatchObject({ kind: "error", error: { code: "install-failed" } });
    expect(exitCode).toBe(1);
  });
});

/** Runs the bot at a sandbox until its first orders are there, and ends it as Ctrl-C does. @returns what it said */
async function quoteAtSandbox(cwd: string): Promise<string> {
  await using sandbox = await startSandbox({ port: 0, pairs: ["4BTC_USDT"], requestsPerWindow: 0 });
  const { apiKey, apiSecret } = sandbox.credential;
  const environment = { DEPTHWIRE_VENUE: sandbox.restUrl, DEPTHWIRE_API_KEY: apiKey, DEPTHWIRE_API_SECRET: apiSecret };
  const bot = execFile(process.execPath, ["dist/main.js"], { cwd, env: environment });
  const http = createNodeHttpClient();
  const client = createRestClient(
    { addresses: { rest: sandbox.restUrl }, credential: new Credential(sandbox.credential) },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  const openOrders = async (): Promise<number> => {
    const pages = await Promise.all(
      (["open-long", "open-short"] as const).map((side) => client.usdt.getOpenOrders({ pair: "4BTC_USDT", side })),
    );
    return pages.flatMap(({ orders }) => orders).length;
  };
  const said = new Promise<string>((resolve, reject) => {
    let text = "";
    bot.stdout?.on("data", (chunk: string) => {
      text += chunk;
    });
    bot.once("error", reject);
    bot.once("close", () => resolve(text));
  });
  await expect.poll(openOrders).toBe(2);
  bot.kill("SIGINT");
  const text = await said;
  expect(await openOrders()).toBe(0);
  client.close();
  await http.close();
  return text;
}
