import { join } from "node:path";
import type { CommandOutcome } from "../command-line/outcome.js";
import { type SizeName, sizeBudgets, sizeNames } from "./budgets.js";
import { type BundleSize, bundleSize } from "./bundle.js";
import type { SizeOptions } from "./options.js";
import { withPackedPackages } from "./packed.js";

/** Bytes of each bundle, minified and compressed, and what each may have. */
export type SizeSummary = Readonly<Record<SizeName, number>> & {
  readonly budgets: Readonly<Record<SizeName, number>>;
  /** Bundles over their budget. */
  readonly over: readonly SizeName[];
};

/**
 * Measures every bundle.
 *
 * @param root of the workspace
 */
export async function runSize(options: SizeOptions, root: string): Promise<CommandOutcome<SizeSummary>> {
  const entries = join(root, "packages/tools/dist/size/entries");
  const sizes =
    options.packages === "packed" ? await withPackedPackages(root, entries, measureAll) : await measureAll(entries);
  const over = sizeNames.filter((name) => sizes[name].bytes > sizeBudgets[name].maxBytes);
  return {
    summary: { ...byName((name) => sizes[name].bytes), budgets: byName((name) => sizeBudgets[name].maxBytes), over },
    text: sizeNames.map((name) => describe(name, sizes[name], options)).join("\n"),
    failures: over.map(
      (name) => `${name} is ${sizes[name].bytes} bytes, ${sizes[name].bytes - sizeBudgets[name].maxBytes} too many`,
    ),
  };
}

async function measureAll(entries: string): Promise<Readonly<Record<SizeName, BundleSize>>> {
  const measured = await Promise.all(
    sizeNames.map((name) => bundleSize(join(entries, `${sizeBudgets[name].entry}.js`))),
  );
  return byName((_, index) => measured[index] as BundleSize);
}

function describe(name: SizeName, { bytes, minifiedBytes, inputs }: BundleSize, { listed }: SizeOptions): string {
  const { holds, maxBytes } = sizeBudgets[name];
  const row = `${name.padEnd(9)} ${count(bytes)} of ${count(maxBytes)} bytes (${count(minifiedBytes)} minified): ${holds}`;
  const files = listed === "none" ? [] : inputs.map((input) => `  ${count(input.minifiedBytes)} ${input.file}`);
  return [row, ...files].join("\n");
}

function count(bytes: number): string {
  return bytes.toLocaleString("en").padStart(7);
}

function byName<Value>(pick: (name: SizeName, index: number) => Value): Record<SizeName, Value> {
  return Object.fromEntries(sizeNames.map((name, index) => [name, pick(name, index)])) as Record<SizeName, Value>;
}
