import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { acceleratorFlags, deployed, metricsIn, panels, withValues } from "./deploy.spec-kit.js";

const bin = fileURLToPath(new URL("../../../accelerator/bin/accelerator.js", import.meta.url));

interface Started {
  readonly url: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly folder: string;
}

/** The accelerator as compose.yaml starts it, at any free port of this computer. */
async function startAccelerator(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-deploy-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = join(folder, "own");
  const flags = withValues(acceleratorFlags(), { "--folder": own, "--bind": "127.0.0.1" });
  const program = spawn(process.execPath, [bin, ...flags, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => end(program));
  const [said] = (await once(program.stdout, "data")) as [Buffer];
  const { url, tokenFile } = JSON.parse(String(said).split("\n")[0] ?? "") as { url: string; tokenFile: string };
  return { url, tokenFile, token: (await readFile(tokenFile, "utf8")).trim(), folder };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) {
    program.kill("SIGTERM");
    await once(program, "exit");
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

it("compose.yaml binds in words, wants the token, and is open to this computer alone", () => {
  const flags = acceleratorFlags();
  expect(flags).toEqual(expect.arrayContaining(["--bind", "--allow-host", "--folder"]));
  expect(flags).not.toContain("--no-token");
  const ports = [...deployed("compose.yaml").matchAll(/^ {6}- "([^"]*:\d+)"$/gm)].map(([, port]) => port);
  expect(ports).toHaveLength(2);
  for (const port of ports) {
    expect(port).toMatch(/^127\.0\.0\.1:/);
  }
  const [, name] = /- targets: \["([^":]+):8080"\]/.exec(deployed("prometheus.yml")) ?? [];
  expect(flags[flags.indexOf("--allow-host") + 1]).toBe(name);
  expect(deployed("prometheus.yml")).toContain(`credentials_file: ${flags[flags.indexOf("--folder") + 1]}/token`);
});

it("every panel of the board names metrics that /metrics has", async () => {
  const { url, token } = await startAccelerator();
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const known = new Set([...(await answer.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  expect(panels().length).toBeGreaterThan(8);
  for (const { title, targets } of panels()) {
    const named = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(named.length, title).toBeGreaterThan(0);
    expect(
      named.filter((name) => !known.has(name)),
      title,
    ).toEqual([]);
  }
  // And every metric of its own is on the board.
  const shown = new Set(panels().flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))));
  expect([...known].filter((name) => name?.startsWith("depthwire_") && !shown.has(name))).toEqual([]);
});

// A check of the whole must not pass because something is missing on its machine.
const mayLackPrometheus = process.env["CI"] === undefined;
const lacksPrometheus = spawnSync("prometheus", ["--version"]).status !== 0;

// Debian: apt-get install prometheus.
it.skipIf(lacksPrometheus && mayLackPrometheus)(
  "Prometheus scrapes it with the token, and answers every panel",
  async () => {
    const { url, tokenFile, folder } = await startAccelerator();
    const config = deployed("prometheus.yml")
      .replace("accelerator:8080", new URL(url).host)
      .replace(/credentials_file: .*/, `credentials_file: ${tokenFile}`)
      .replace("scrape_interval: 5s", "scrape_interval: 1s")
      // Nobody here is called so, and nobody elsewhere is asked.
      .replace(/ {2}# Owners of the relay[\s\S]*$/, "");
    const configFile = join(folder, "prometheus.yml");
    await writeFile(configFile, config);
    const port = await freePort();
    const program = spawn(
      "prometheus",
      [
        `--config.file=${configFile}`,
        `--storage.tsdb.path=${join(folder, "series")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--log.level=error",
      ],
      { stdio: "ignore" },
    );
    onTestFinished(() => end(program));
    const ask = async (query: string): Promise<readonly { readonly value: readonly [number, string] }[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
        () => undefined,
      );
      return answer?.ok === true ? (await answer.json()).data.result : [];
    };
    await expect.poll(async () => (await ask("up"))[0]?.value[1]).toBe("1");
    for (const { title, targets } of panels()) {
      for (const { expr } of targets) {
        await expect.poll(async () => (await ask(expr)).length, { message: `${title}: ${expr}` }).toBeGreaterThan(0);
      }
    }
  },
);
