import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): string => readFileSync(root + path, "utf8");

interface Manifest {
  readonly private?: boolean;
  readonly license?: string;
  readonly author?: string;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
}

const published = readdirSync(`${root}packages`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ folder: `packages/${name}` }))
  .filter(({ folder }) => (JSON.parse(read(`${folder}/package.json`)) as Manifest).private !== true);

describe("the published packages", () => {
  it("are seventeen", () => {
    expect(published.length).toBe(17);
  });

  // npm takes a file of this name into the tarball; a link to the root's it would leave out.
  it.each(published)("$folder has the LICENSE of the root, to the byte: copy it there when that one changes", (one) => {
    expect(read(`${one.folder}/LICENSE`)).toBe(read("LICENSE"));
    expect(JSON.parse(read(`${one.folder}/package.json`))).toMatchObject({
      license: "MIT",
      author: "The Depthwire authors",
    });
  });

  it.each(published)(
    "$folder says where it comes from, where to report faults, and is packed like the others",
    ({ folder }) => {
      const home = "https://github.com/depthwire/depthwire";
      expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({
        description: expect.stringMatching(/.{20}/),
        keywords: expect.arrayContaining(["exchange", "trading"]),
        homepage: `${home}#readme`,
        repository: { type: "git", url: `git+${home}.git`, directory: folder },
        bugs: { url: `${home}/issues` },
        publishConfig: { access: "public", provenance: true },
        engines: { node: ">=20.19.0" },
        scripts: { prepack: expect.stringContaining("../tools/dist/release/prepack.js") },
      });
    },
  );

  it.each(["packages/client", "packages/node"])("%s carries what machines read, made as it is packed", (folder) => {
    const { files, scripts } = JSON.parse(read(`${folder}/package.json`)) as Manifest;
    expect(files).toContain("llms*.txt");
    expect(scripts?.["prepack"]).toContain("node ../tools/dist/site/bin.js package");
  });

  it.each(published)("$folder has a README whose links lead somewhere outside the repository too", ({ folder }) => {
    const links = [...read(`${folder}/README.md`).matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !/^(https:|#)/.test(target ?? ""))).toEqual([]);
  });
});
