import { Refused } from "../../program/refused.js";
import type { Tarballs } from "./tarballs.js";

/** Of the scope, what the bot's code and its test import; the command is what runs the sandbox. */
const used = ["node"];
const usedByTests = ["cli", "client", "sandbox"];

/** Compilers that the template is checked with. */
const typescript = "^7.0.2";
const nodeTypes = "^20.19.0";

/**
 * The project's package.json. Tarballs of packages that packages need themselves are overrides: the registry may not have them.
 *
 * @throws Refused `file-unusable` where a tarball is missing
 */
export async function manifestOf(name: string, version: string, tarballs: Tarballs | undefined): Promise<object> {
  const from = (packages: readonly string[]): Record<string, string> =>
    Object.fromEntries(packages.map((one) => [`@depthwire/${one}`, sourceOf(`@depthwire/${one}`, version, tarballs)]));
  const direct = new Set([...used, ...usedByTests].map((one) => `@depthwire/${one}`));
  const others = [...(tarballs ?? [])].filter(([one]) => !direct.has(one));
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19.0" },
    scripts: {
      build: "tsc",
      start: "npm run -s build && node dist/main.js",
      test: "npm run -s build && node --test dist/*.test.js",
    },
    dependencies: from(used),
    devDependencies: { ...from(usedByTests), "@types/node": nodeTypes, typescript },
    ...(others.length === 0
      ? {}
      : { overrides: Object.fromEntries(others.map(([one, path]) => [one, `file:${path}`])) }),
  };
}

function sourceOf(name: string, version: string, tarballs: Tarballs | undefined): string {
  if (tarballs === undefined) {
    return version;
  }
  const path = tarballs.get(name);
  if (path === undefined) {
    throw new Refused("file-unusable", `There is no tarball of ${name}`, "Pack all packages into that directory.");
  }
  return `file:${path}`;
}
