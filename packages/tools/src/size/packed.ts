import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The packages that the entries can reach: all that know no runtime. */
const neutralPackages = ["schema", "core", "book", "account", "stream", "rest"] as const;

/**
 * Packs the packages, unpacks them as an installation would, and puts the entries beside them.
 *
 * @param root of the workspace
 * @param entries folder of the built entries
 * @param measure gets the folder with the entries; the folder is gone afterwards
 */
export async function withPackedPackages<Result>(
  root: string,
  entries: string,
  measure: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-size-"));
  try {
    for (const name of neutralPackages) {
      await unpack(root, folder, name);
    }
    const copied = join(folder, "entries");
    await cp(entries, copied, { recursive: true });
    return await measure(copied);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(root: string, folder: string, name: string): Promise<void> {
  const packing = ["pack", "--silent", "--ignore-scripts", "--workspace", `packages/${name}`, "--pack-destination"];
  const { stdout } = await run("npm", [...packing, folder], { cwd: root });
  const installed = join(folder, "node_modules", "@depthwire", name);
  await mkdir(installed, { recursive: true });
  const tarball = join(folder, stdout.trim().split("\n").at(-1) ?? "");
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
}
