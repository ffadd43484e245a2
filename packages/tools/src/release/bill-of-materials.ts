import { writeFile } from "node:fs/promises";
import { outputOf } from "./program.js";
import type { PublishedPackage } from "./published.js";

/** Private packages whose built files go out in a published one. */
const builtIn = ["@depthwire/dashboard"];

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
}

/** The part of CycloneDX that is read here. */
interface BillOfMaterials {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

/**
 * Writes what users get with the packages, as CycloneDX 1.5 (SBOM), from the lock.
 *
 * @returns how many components it lists
 * @throws Error where a published package is missing from it
 */
export async function writeBillOfMaterials(
  root: string,
  packages: readonly PublishedPackage[],
  path: string,
): Promise<number> {
  const names = [...packages.map(({ manifest }) => manifest.name), ...builtIn];
  const workspaces = names.flatMap((name) => ["--workspace", name]);
  const args = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only", ...workspaces];
  const text = await outputOf("npm", args, root);
  const bill = JSON.parse(text) as BillOfMaterials;
  const components = bill.components.map(named);
  const listed = new Set(components.map(({ name }) => name));
  const missing = names.filter((name) => !listed.has(name));
  if (missing.length > 0) {
    throw new Error(`the bill of materials lacks ${missing.join(", ")}`);
  }
  const metadata = { ...bill.metadata, component: named(bill.metadata.component) };
  await writeFile(path, `${JSON.stringify({ ...bill, metadata, components }, undefined, 2)}\n`);
  return components.length;
}

/** npm names packages of a workspace by their folders, whatever these are called. */
function named(component: Component): Component {
  return { ...component, name: component["bom-ref"].replace(/@[^@]+$/, "") };
}
