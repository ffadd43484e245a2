import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { checkBoundaries } from "./check.js";
import { importsOf, type PackageFacts, readWorkspace } from "./workspace.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const real = readWorkspace(root);

/** The real workspace with one more file in one package. */
function withFile(name: string, path: string, text: string): PackageFacts[] {
  return real.map((facts) =>
    facts.name === name ? { ...facts, files: [...facts.files, { path, imports: importsOf(text) }] } : facts,
  );
}

function plantedViolations(name: string, path: string, text: string): string[] {
  return checkBoundaries(withFile(name, path, text))
    .filter((violation) => violation.where.endsWith(path))
    .map((violation) => `${violation.where}: ${violation.what}`);
}

describe("the workspace as it stands", () => {
  it("breaks no boundary", () => {
    expect(checkBoundaries(real)).toEqual([]);
    expect(real.flatMap((facts) => facts.files).length).toBeGreaterThan(20);
  });
});

describe("one planted upward import per floor fails", () => {
  const upward: readonly [from: string, to: string][] = [
    ["schema", "core"],
    ["core", "book"],
    ["book", "stream"],
    ["account", "rest"],
    ["stream", "recording"],
    ["stream", "client"],
    ["client", "node"],
    ["node", "sandbox"],
    ["sandbox", "tools"],
  ];
  it.each(upward)("%s importing %s", (from, to) => {
    const found = plantedViolations(from, "src/planted.ts", `import "@depthwire/${to}";`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`packages/${from}/src/planted.ts`);
  });
});

describe("other walls", () => {
  const cases: readonly [what: string, from: string, path: string, text: string][] = [
    ["the sandbox never shares the client's packages", "sandbox", "src/x.ts", 'import "@depthwire/stream";'],
    ["a dynamic import counts", "core", "src/x.ts", 'export const x = () => import("@depthwire/node");'],
    ["a type import counts", "core", "src/x.ts", 'import type { X } from "@depthwire/stream";'],
    ["no reaching into a package", "stream", "src/x.ts", 'import "@depthwire/core/dist/error/error.js";'],
    ["no leaving the package", "stream", "src/x.ts", 'import "../../core/src/index.js";'],
    ["no Node in a neutral package", "core", "src/x.ts", 'import "node:fs";'],
    ["no undeclared dependency", "stream", "src/x.ts", 'import "lodash";'],
    ["sources do not import the testkit", "core", "src/x.ts", 'import "@depthwire/testkit";'],
    ["a page takes no package for Node", "playground", "src/x.ts", 'import "@depthwire/sandbox/in-memory";'],
    ["specs do not climb either", "core", "src/x.spec.ts", 'import "@depthwire/stream";'],
  ];
  it.each(cases)("%s", (_what, from, path, text) => {
    expect(plantedViolations(from, path, text)).toHaveLength(1);
  });

  it("lets a spec import the testkit", () => {
    expect(plantedViolations("core", "src/x.spec.ts", 'import "@depthwire/testkit";')).toEqual([]);
  });

  it("lets the private commands import the testkit, and no other package's sources", () => {
    const users = real.map(({ name }) => name).filter((name) => name !== "testkit");
    const planted = 'import "@depthwire/testkit";';
    const allowed = users.filter((name) => plantedViolations(name, "src/x.ts", planted).length === 0);
    expect(allowed).toEqual(["simulation", "tools", "trials"]);
  });

  it("wants core to depend on schema alone, and neutral packages without DOM and Node types", () => {
    const changed = real.map((facts) =>
      facts.name === "core"
        ? { ...facts, dependencies: [...facts.dependencies, "fflate"], compilerOptions: { lib: ["dom"], types: [] } }
        : facts,
    );
    const found = checkBoundaries(changed).filter((violation) => violation.where === "packages/core");
    expect(found.map((violation) => violation.what)).toEqual([
      "may depend on [@depthwire/schema] alone, not [@depthwire/schema, fflate]",
      "neutral: lib must be [es2023, esnext.disposable]",
    ]);
  });
});

describe("the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-boundaries-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("exits 1 and names the file that climbs", () => {
    for (const name of ["schema", "core"]) {
      const to = join(folder, "packages", name);
      mkdirSync(join(to, "src"), { recursive: true });
      for (const file of ["package.json", "project.json", "tsconfig.json"]) {
        cpSync(join(root, "packages", name, file), join(to, file));
      }
    }
    writeFileSync(join(folder, "packages/schema/src/climbs.ts"), 'import "@depthwire/core";\n');
    const bin = join(root, "packages/tools/dist/boundaries/bin.js");
    const run = spawnSync(process.execPath, [bin, folder], { encoding: "utf8" });
    expect(run.stderr).toContain("packages/schema/src/climbs.ts");
    expect(run.status).toBe(1);
  });
});
