import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { surroundings } from "./snippet-surroundings.spec-kit.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const compiler = join(root, "node_modules/@typescript/native/bin/tsc");

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs/guides")).map((name) => `docs/guides/${name}`),
  ...["browser", "core", "node", "rest", "sandbox", "schema", "stream"].map((name) => `packages/${name}/README.md`),
];

interface Snippet {
  readonly file: string;
  readonly text: string;
}

/** What a page shows in TypeScript. JavaScript of packages is compiled as if it were that; all other JavaScript is run by another spec. */
function snippetsOf(page: string): readonly Snippet[] {
  const name = page.replaceAll("/", "-").replace(/\.md$/, "");
  const shown = page.startsWith("packages/") ? /^```(?:ts|js)\n(.*?)^```/gms : /^```ts\n(.*?)^```/gms;
  return [...readFileSync(join(root, page), "utf8").matchAll(shown)].map(([, code = ""], i) => ({
    file: `${name}-${i + 1}.ts`,
    text: `${surroundings[`${name}-${i + 1}`] ?? ""}export {};\n${code}`,
  }));
}

const compilerOptions = {
  target: "es2022",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Compiles them in a folder of their own, which has the repository's packages and examples. @returns what is wrong, line by line */
function compile(snippets: readonly Snippet[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "snippets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = snippets.map(({ file }) => file);
  for (const { file, text } of snippets) {
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const example of readdirSync(join(root, "docs/examples")).filter((name) => name.endsWith(".ts"))) {
    writeFileSync(join(folder, example), readFileSync(join(root, "docs/examples", example)));
  }
  const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false", "-p", folder], {
    cwd: folder,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

/** Shows that what is wrong would be found. */
const wrong: Snippet = { file: "wrong.ts", text: "export {};\nnew Credential({});\n" };

it("what README and guides show compiles", () => {
  const snippets = pages.flatMap(snippetsOf);
  expect(snippets.length).toBeGreaterThan(20);
  expect(compile([...snippets, wrong])).toEqual(["wrong.ts(2,5): error TS2304: Cannot find name 'Credential'."]);
}, 120_000);
