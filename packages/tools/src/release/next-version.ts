import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "./program.js";
import { publishedPackages } from "./published.js";

const changeset = `---
"@depthwire/core": minor
---

A trial of the release: it is thrown away with its copy.
`;

/**
 * What is wrong with how a change of one package becomes a version of all, tried in a copy, as sentences.
 *
 * @param folder of the copy, whose manifests are changed
 */
export async function judgeNextVersion(folder: string): Promise<string[]> {
  await writeFile(join(folder, ".changeset/trial.md"), changeset);
  await outputOf("npx", ["changeset", "version"], folder);
  const packages = publishedPackages(folder);
  const versions = new Set(packages.map(({ manifest }) => manifest.version));
  const [version] = versions;
  if (version === undefined || versions.size > 1) {
    return [`a change of one package leaves packages at ${[...versions].join(" and ")}: they share one version`];
  }
  return packages.flatMap(({ manifest }) =>
    Object.entries(manifest.dependencies ?? {})
      .filter(([name, range]) => name.startsWith("@depthwire/") && range !== version)
      .map(([name, range]) => `${manifest.name} ${version} would depend on ${name} ${range}`),
  );
}
