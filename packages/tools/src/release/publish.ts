import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "./program.js";
import type { Tarball } from "./tarballs.js";

/** Where packages go. */
export interface Destination {
  /** Address of the registry; absent: npm's. */
  readonly registry?: string;
  /** `signed`: with a statement by the CI service of which commit they were built from, which npm shows. */
  readonly provenance: "signed" | "none";
}

/** Publishes tarballs one behind the other, and stops at the first that is refused: those before it stand. */
export async function publish(tarballs: readonly Tarball[], destination: Destination): Promise<void> {
  const { registry, provenance } = destination;
  const folder = await mkdtemp(join(tmpdir(), "depthwire-publish-"));
  const args = ["--access", "public", `--provenance=${provenance === "signed"}`];
  if (registry !== undefined) {
    const settings = join(folder, "npmrc");
    // A registry on this machine asks for a token, and takes any.
    await writeFile(settings, `registry=${registry}\n${registry.replace(/^http:/, "")}:_authToken=none\n`);
    args.push("--userconfig", settings, "--registry", registry);
  }
  try {
    for (const { path } of tarballs) {
      await outputOf("npm", ["publish", path, ...args], folder);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
