import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { CommandOutcome } from "../command-line/outcome.js";
import { writeBillOfMaterials } from "./bill-of-materials.js";
import { judgeContents } from "./contents.js";
import { buildFreshCopy } from "./fresh-copy.js";
import { openLoopbackRegistry } from "./loopback-registry.js";
import { judgeNextVersion } from "./next-version.js";
import type { ReleaseOptions } from "./options.js";
import { judgeOrigin } from "./origin.js";
import { outputOf } from "./program.js";
import { publish } from "./publish.js";
import { publishedPackages } from "./published.js";
import { packPackages, type Tarball } from "./tarballs.js";

/**
 * A release, or its trial: the commit is built twice in folders of its own, the packages are packed, compared and looked at, and
 * published only where nothing is wrong.
 *
 * @param root the workspace, with what `npm ci` installed
 * @param tell takes one line for a person who watches
 */
export async function runRelease(
  { kind, out }: ReleaseOptions,
  root: string,
  tell: (line: string) => void,
): Promise<CommandOutcome> {
  const failures: string[] = [];
  const scratch = await mkdtemp(join(tmpdir(), "depthwire-release-"));
  const target = resolve(root, out);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  try {
    tell("release: the first build");
    // Paths of different lengths: one that got into a file would show.
    const first = await buildFreshCopy(root, join(scratch, "a"));
    const packages = publishedPackages(first.folder);
    const tarballs = await packPackages(packages, target);
    tell("release: the second build");
    const second = await buildFreshCopy(root, join(scratch, "the-second-of-two"));
    const again = await packPackages(publishedPackages(second.folder), join(scratch, "again"));
    const same = tarballs.filter(({ sha512 }, n) => again[n]?.sha512 === sha512);
    failures.push(
      ...tarballs.filter((one) => !same.includes(one)).map(({ name }) => `${name}: two builds of one commit differ`),
    );
    tell("release: what is in them");
    failures.push(...(await judgeTarballs(tarballs, root, scratch)), ...(await judgeNextVersion(second.folder)));
    const components = await writeBillOfMaterials(root, packages, join(target, "depthwire.cdx.json"));
    if (kind === "publish") {
      failures.push(...judgeOrigin(packages, (await outputOf("git", ["remote", "get-url", "origin"], root)).trim()));
      failures.push(...(await judgeTree(root)));
    }
    const published = failures.length > 0 ? 0 : await send(kind, tarballs);
    const bytes = tarballs.reduce((sum, one) => sum + one.bytes, 0);
    const summary = { packages: tarballs.length, same: same.length, bytes, components, published };
    const text = `release: ${tarballs.length} packages, ${same.length} the same from two builds, ${bytes} bytes, ${components} components, ${published} taken by ${kind === "publish" ? "npm" : "the trial's registry"}`;
    return { summary: { ...summary, kind, failed: failures.length }, text, failures };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function judgeTarballs(tarballs: readonly Tarball[], root: string, scratch: string): Promise<string[]> {
  const license = await readFile(join(root, "LICENSE"), "utf8");
  const faults: string[] = [];
  for (const { name, path } of tarballs) {
    const folder = join(scratch, "unpacked", basename(path));
    await mkdir(folder, { recursive: true });
    await outputOf("tar", ["-xzf", path, "-C", folder, "--strip-components=1"], root);
    const said = await judgeContents(folder, license);
    faults.push(...said.map((fault) => `${name}: ${fault}`));
    await outputOf("npx", ["publint", "run", "--strict", path], root);
    await outputOf("npx", ["attw", path, "--profile", "esm-only", "--quiet", ...(await barBytes(folder))], root);
  }
  return faults;
}

/** A door to bytes (`./decoder.wasm`) has no types to look at. */
async function barBytes(folder: string): Promise<string[]> {
  const { exports = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    readonly exports?: Readonly<Record<string, unknown>>;
  };
  const doors = Object.keys(exports).filter((door) => door.endsWith(".wasm"));
  return doors.length > 0 ? ["--exclude-entrypoints", ...doors] : [];
}

async function judgeTree(root: string): Promise<string[]> {
  const changed = (await outputOf("git", ["status", "--porcelain"], root)).trim();
  return changed === "" ? [] : ["the checkout has changes that no commit has: what is released is the commit"];
}

/** @returns how many packages were taken */
async function send(kind: ReleaseOptions["kind"], tarballs: readonly Tarball[]): Promise<number> {
  if (kind === "publish") {
    await publish(tarballs, { provenance: "signed" });
    return tarballs.length;
  }
  const registry = await openLoopbackRegistry();
  try {
    await publish(tarballs, { registry: registry.address, provenance: "none" });
    return registry.arrivals.filter(({ sha512 }, n) => tarballs[n]?.sha512 === sha512).length;
  } finally {
    await registry.close();
  }
}
