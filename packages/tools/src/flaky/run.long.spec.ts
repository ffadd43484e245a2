import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FlakyOptions } from "./options.js";
import { chooseFiles, runFlaky } from "./run.js";
import { describeFlaky } from "./tally.js";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const quiet = (): void => {};
const usual: FlakyOptions = { times: 1, busy: 0, scope: "all", seed: 1, files: [], summary: "json" };

/** Passes the first time and fails the second. */
const everySecond = `
import { appendFileSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
const file = new URL("runs.txt", import.meta.url);
it("passes now and then", () => {
  appendFileSync(file, "x");
  expect(readFileSync(file, "utf8").length % 2).toBe(1);
});
`;
const always = 'import { it } from "vitest";\nit("passes", () => {});\n';
const outside = 'import { it } from "vitest";\nit("passes", () => void Promise.reject(new Error("nobody waits")));\n';
const broken = 'import "./gone.js";\n';

/** A workspace of two packages, which has gone when the test has. */
function workspaceOf(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "depthwire-flaky-spec-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const projects = ["one", "two"].map((name) => ({ test: { name, include: [`packages/${name}/src/**/*.spec.ts`] } }));
  const config = `export default ${JSON.stringify({ test: { projects } })};`;
  for (const [path, text] of Object.entries({ ...files, "package.json": "{}", "vitest.config.mjs": config })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(modules, join(root, "node_modules"), "dir");
  return root;
}

describe("npm run flaky", () => {
  it("runs each file as often as asked, beside what spins, and names what does not always pass", async () => {
    const root = workspaceOf({
      "packages/one/src/now-and-then.spec.ts": everySecond,
      "packages/one/src/always.spec.ts": always,
    });
    const summary = await runFlaky({ ...usual, times: 2, busy: 1 }, root, quiet);
    expect(summary).toMatchObject({ files: 2, runs: 4, failed: 1, ended: "done" });
    expect(summary.worst).toEqual([
      {
        file: "packages/one/src/now-and-then.spec.ts",
        runs: 2,
        failed: 1,
        slowestMs: expect.any(Number),
        firstError: expect.stringContaining("passes now and then: AssertionError"),
      },
    ]);
    expect(summary.worst[0]?.firstError).not.toContain("node_modules");
    expect(describeFlaky(summary)).toContain("now-and-then.spec.ts: 1 of 2 runs failed");
  }, 120_000);

  it("names files that cannot be loaded, and errors outside of any test", async () => {
    const root = workspaceOf({
      "packages/one/src/always.spec.ts": always,
      "packages/one/src/outside.spec.ts": outside,
      "packages/two/src/broken.spec.ts": broken,
    });
    const { worst, failed } = await runFlaky(usual, root, quiet);
    expect(failed).toBe(2);
    expect(Object.fromEntries(worst.map(({ file, firstError }) => [file, firstError]))).toEqual({
      "packages/one/src/outside.spec.ts": expect.stringContaining("nobody waits"),
      "packages/two/src/broken.spec.ts": expect.stringContaining("gone.js"),
    });
  }, 120_000);

  it("ends when its time is over", async () => {
    const root = workspaceOf({
      "packages/one/src/long.spec.ts": always.replace("() => {}", "() => new Promise(() => {}), 1e9"),
    });
    const summary = await runFlaky({ ...usual, minutes: 0.05 }, root, quiet);
    expect(summary).toMatchObject({ runs: 0, failed: 0, ended: "time" });
  }, 120_000);
});

describe("the choice of files", () => {
  const spec = (name: string): string => `packages/one/src/${name}.spec.ts`;

  async function chosen(root: string, options: Partial<FlakyOptions>): Promise<string[]> {
    return (await chooseFiles({ ...usual, ...options }, root)).map(({ path }) => path);
  }

  it("takes those whose content changed, and those that import what did; none that only moved", async () => {
    const root = workspaceOf({
      [spec("changed")]: always,
      [spec("same")]:
        'import { it } from "vitest";\nit("is the same as ever, and long enough to be known again", () => {});\n',
      [spec("beside")]: `import { value } from "./beside.js";\n${always}`,
      "packages/one/src/beside.ts": "export const value = 1;\n",
      [spec("moving")]: 'import { it } from "vitest";\nit("moves, and is long enough to be known again", () => {});\n',
    });
    const git = (...args: string[]): void => {
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root, stdio: "ignore" });
    };
    git("init");
    writeFileSync(join(root, ".gitignore"), "node_modules\n");
    git("add", "-A");
    git("commit", "-m", "before");
    writeFileSync(join(root, spec("changed")), `${always}// more\n`);
    writeFileSync(join(root, "packages/one/src/beside.ts"), "export const value = 2;\n");
    renameSync(join(root, spec("moving")), join(root, spec("moved")));
    git("add", "-A");
    git("commit", "-m", "after");
    writeFileSync(join(root, spec("new")), always);
    expect(await chosen(root, { since: "HEAD~1" })).toEqual([spec("beside"), spec("changed"), spec("new")]);
    await expect(chosen(root, { since: "HEAD~9" })).rejects.toThrow("no commit HEAD~9 here");
  });

  it("takes parts of paths, and those that reach the machine", async () => {
    const root = workspaceOf({ [spec("a")]: always, [spec("b")]: `import "node:net";\n${always}` });
    expect(await chosen(root, { files: ["src/a"] })).toEqual([spec("a")]);
    expect(await chosen(root, { scope: "live" })).toEqual([spec("b")]);
  });
});
