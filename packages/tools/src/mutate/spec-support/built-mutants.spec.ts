import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { buildMutants } from "./built-mutants.js";
import { traceVariable } from "./trace-variable.js";

const run = promisify(execFile);
const trace = new URL("../../../dist/mutate/spec-support/mutant-trace.js", import.meta.url).href;

/** As Stryker changes it: counts that it reaches mutant 7, and has it when it is the active one. */
const changed = `#!/usr/bin/env node
import type { Kind } from "./types.js";
const counts = { static: {} as Record<string, number> };
const kept = ((globalThis as { __stryker__?: object }).__stryker__ ??= {}) as { mutantCoverage?: typeof counts };
kept.mutantCoverage = counts;
counts.static["7"] = 1;
const kind: Kind = process.env["__STRYKER_ACTIVE_MUTANT__"] === "7" ? "changed" : "as it was";
process.stdout.write(kind);
`;

async function packageWith(source: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "depthwire-built-")));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of ["src/program", "dist/program", "traces"]) {
    await mkdir(join(folder, part), { recursive: true });
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "src/program/bin.ts"), source);
  await writeFile(join(folder, "src/program/bin.spec.ts"), source);
  await writeFile(join(folder, "src/types.ts"), "export type Kind = string;\n");
  await writeFile(join(folder, "dist/program/bin.js"), 'process.stdout.write("old");\n');
  await buildMutants(folder, trace);
  return folder;
}

async function said(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(process.execPath, [join(folder, "dist/program/bin.js")], {
    env: { ...process.env, ...env },
  });
  return stdout;
}

it("a program that was built runs the sources as Stryker changed them, with the mutant that is active", async () => {
  const folder = await packageWith(changed);
  expect(await said(folder, {})).toBe("as it was");
  expect(await said(folder, { __STRYKER_ACTIVE_MUTANT__: "7" })).toBe("changed");
  expect((await readFile(join(folder, "dist/program/bin.js"), "utf8")).split("\n")[0]).toBe("#!/usr/bin/env node");
});

it("tells which mutants it reached, and nothing to who does not ask", async () => {
  const folder = await packageWith(changed);
  await said(folder, {});
  const traces = join(folder, "traces");
  expect(await readdir(traces)).toEqual([]);
  await said(folder, { [traceVariable]: join(traces, "3") });
  const [name = ""] = await readdir(traces);
  expect(name).toMatch(/^3-\d+-0\.json$/);
  expect(JSON.parse(await readFile(join(traces, name), "utf8"))).toEqual(["7"]);
});

it("builds what had been built, and nothing else", async () => {
  const folder = await packageWith(changed);
  expect(await readdir(join(folder, "dist"), { recursive: true })).toEqual(["program", "program/bin.js"]);
});
