import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { judgeContents } from "./contents.js";

const manifest = {
  name: "@depthwire/planted",
  version: "0.1.0",
  description: "a package",
  license: "MIT",
  author: "somebody",
  homepage: "https://example.com",
  repository: { type: "git", url: "git+https://example.com/x.git" },
  bugs: { url: "https://example.com/issues" },
  keywords: ["planted"],
  engines: { node: ">=20.19.0" },
  files: ["dist", "src", "READ*", "!**/*.spec.ts"],
};

async function unpacked(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-contents-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "dist"));
  await mkdir(join(folder, "src"));
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(folder, path), text);
  }
  return folder;
}

const sound = {
  "package.json": JSON.stringify(manifest),
  LICENSE: "the license",
  "README.md": "# planted",
  "dist/a.js": "export const a = 1;\n".repeat(20),
  "dist/a.js.map": '{"version":3,"sources":["../src/a.ts"],"mappings":""}',
  "src/a.ts": "export const a: number = 1;\n",
};

it("finds nothing wrong with a package that is whole", async () => {
  expect(await judgeContents(await unpacked(sound), "the license")).toEqual([]);
});

it("names what is wrong with one that is not", async () => {
  const { bugs: _bugs, ...rest } = manifest;
  const files = {
    ...sound,
    "package.json": JSON.stringify({ ...rest, files: ["dist", "app"], scripts: { postinstall: "node x.js" } }),
    "dist/a.js.map": '{"version":3,"sources":["../src/b.ts"],"mappings":""}',
    "dist/a.spec.js": "",
    "src/a.ts": Array.from({ length: 2_000 }, (_, n) => `export const a${n} = ${n * 7919};`).join("\n"),
  };
  expect(await judgeContents(await unpacked(files), "another license")).toEqual([
    "package.json has no bugs",
    "it has a script postinstall",
    "dist/a.spec.js is a test",
    "package.json lists app, and nothing of it is there",
    "LICENSE differs from the root's",
    "dist/a.js.map names ../src/b.ts, which is not in the package",
    expect.stringMatching(
      /^sources and maps make it [\d.]+ times as large as it is without them, and 2\.1 is the most$/,
    ),
  ]);
});
