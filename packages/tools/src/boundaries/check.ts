import { builtinModules } from "node:module";
import { posix } from "node:path";
import {
  commandsThatTest,
  dependenciesExactly,
  forSpecsOnly,
  importsOnly,
  neutralCompilerOptions,
  neutralDoors,
  neverImported,
  onSameFloor,
  scope,
} from "./rules.js";
import type { PackageFacts, SourceFile } from "./workspace.js";

/** One broken rule, for people. */
export interface Violation {
  /** File or folder from the workspace's root. */
  readonly where: string;
  readonly what: string;
}

/** Holds every import and every manifest against the floors; an empty answer means that the house stands. */
export function checkBoundaries(packages: readonly PackageFacts[]): Violation[] {
  const byName = new Map(packages.map((facts) => [facts.name, facts]));
  return packages.flatMap((facts) => [
    ...manifestViolations(facts),
    ...facts.files.flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const what = importViolation(facts, file, specifier, byName);
        return what === undefined ? [] : [{ where: `${facts.folder}/${file.path}`, what }];
      }),
    ),
  ]);
}

/** The number of the floor tag; `undefined` when a package has none or several. */
function floorOf(facts: PackageFacts): number | undefined {
  const floors = facts.tags.filter((tag) => tag.startsWith("floor:"));
  return floors.length === 1 ? Number(floors[0]?.slice("floor:".length)) : undefined;
}

function platformOf(facts: PackageFacts): string | undefined {
  return facts.tags.find((tag) => tag.startsWith("platform:"))?.slice("platform:".length);
}

function manifestViolations(facts: PackageFacts): Violation[] {
  const found: string[] = [];
  if (floorOf(facts) === undefined) {
    found.push("needs exactly one floor:<n> tag in project.json");
  }
  if (!["neutral", "node", "browser"].includes(platformOf(facts) ?? "")) {
    found.push("needs one platform:<name> tag");
  }
  const exactly = dependenciesExactly[facts.name];
  if (exactly !== undefined && !sameTexts(facts.dependencies, exactly)) {
    found.push(`may depend on [${exactly.join(", ")}] alone, not [${facts.dependencies.join(", ")}]`);
  }
  if (platformOf(facts) === "neutral") {
    for (const [option, wanted] of Object.entries(neutralCompilerOptions)) {
      const got = facts.compilerOptions[option];
      if (!Array.isArray(got) || !sameTexts(got, wanted)) {
        found.push(`neutral: ${option} must be [${wanted.join(", ")}]`);
      }
    }
  }
  return found.map((what) => ({ where: facts.folder, what }));
}

function importViolation(
  from: PackageFacts,
  file: SourceFile,
  specifier: string,
  byName: ReadonlyMap<string, PackageFacts>,
): string | undefined {
  const isSpec = /\.spec(?:-kit)?\.ts$|\/spec-support\//.test(file.path);
  const isSource = !isSpec && !file.path.endsWith(".config.ts");
  if (specifier.startsWith(".")) {
    const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
    return target.startsWith("..") && isSource ? `${specifier} leaves the package` : undefined;
  }
  if (specifier.startsWith(scope)) {
    return siblingViolation(from, isSpec, specifier, byName);
  }
  if (!isSource) {
    return undefined;
  }
  const isNode = specifier.startsWith("node:") || builtinModules.includes(specifier);
  if (isNode) {
    return platformOf(from) === "node" ? undefined : `${specifier} in a ${platformOf(from)} package`;
  }
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return from.dependencies.includes(name) ? undefined : `${name} is not in the package's dependencies`;
}

function floorViolation(from: PackageFacts, target: PackageFacts): string | undefined {
  const [own, other] = [floorOf(from), floorOf(target)];
  const isListed = onSameFloor[from.name]?.includes(target.name) === true && other === own;
  if (isListed || (other ?? Infinity) < (own ?? -Infinity)) {
    return undefined;
  }
  return `floor ${own} (${from.name}) may not import floor ${other} (${target.name}): arrows point down only`;
}

/** Whether sources for a platform may come in at a door. */
function isOpenTo(platform: string | undefined, target: PackageFacts, subpath: string): boolean {
  const isNeutral = platformOf(target) === "neutral" || neutralDoors[target.name]?.includes(subpath) === true;
  return isNeutral || platformOf(target) === platform;
}

function siblingViolation(
  from: PackageFacts,
  isSpec: boolean,
  specifier: string,
  byName: ReadonlyMap<string, PackageFacts>,
): string | undefined {
  const [name = "", ...rest] = specifier.slice(scope.length).split("/");
  const target = byName.get(name);
  if (target === undefined) {
    return `${specifier} is no package of this workspace`;
  }
  const subpath = rest.length === 0 ? "." : `./${rest.join("/")}`;
  if (!target.exports.includes(subpath)) {
    return `${specifier} is not among the exports of ${scope}${name}`;
  }
  if (target.name === from.name) {
    return undefined;
  }
  if (isSpec && name === forSpecsOnly) {
    return undefined;
  }
  const isItsTest = name === forSpecsOnly && commandsThatTest.includes(from.name);
  if (!isItsTest && neverImported.includes(name)) {
    return `nothing may import ${scope}${name}`;
  }
  const only = importsOnly[from.name];
  if (only !== undefined && !only.includes(name)) {
    return `${from.name} may import [${only.join(", ")}] alone, not ${name}`;
  }
  const climbs = floorViolation(from, target);
  if (climbs !== undefined) {
    return climbs;
  }
  // A spec of a page runs in Node, and names what the page has; a command that tests also writes the page.
  const isOfAPage = isSpec || commandsThatTest.includes(from.name);
  if (!isOfAPage && !isOpenTo(platformOf(from), target, subpath)) {
    return `${name} is for ${platformOf(target)}`;
  }
  if (!isSpec && !from.dependencies.includes(scope + name)) {
    return `${scope}${name} is not in the package's dependencies`;
  }
  return undefined;
}

function sameTexts(a: readonly unknown[], b: readonly string[]): boolean {
  return a.length === b.length && b.every((text) => a.includes(text));
}
