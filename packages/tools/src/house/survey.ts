import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkBoundaries } from "../boundaries/check.js";
import { type PackageFacts, readWorkspace } from "../boundaries/workspace.js";
import { circlesOf } from "./circles.js";
import { namesWithTwoMeanings, publicNames, readDoors } from "./public-names.js";
import { readSourceFacts, type SourceFacts } from "./source-facts.js";
import { doorsOf } from "./workspace-doors.js";

/** Bounds that a file and a function keep. */
export const houseBounds = {
  /** Lines of a file, specs included. */
  fileLines: 300,
  /** Lines of a function; loops whose parts cannot be told apart are named in {@link longFunctions}. */
  functionLines: 60,
  /** Names at the doors of all published packages together. */
  publicNames: 640,
  /** Lines of a package that a client loads. 300 more since states of books reach waiting loops through shared memory. */
  clientPackageLines: 11_700,
} as const;

/** Functions that may be longer, each with its reason. */
export const longFunctions: Readonly<Record<string, string>> = {
  "packages/book/assembly/decode-symbols.ts#decodeSymbols":
    "the hot loop of the inflater: its state lives in locals, which a call would have to write out and read again",
  "packages/book/src/plain/inflate/decode-symbols.ts#decodeSymbols": "the plain twin of the loop above, step by step",
};

/** Packages of the venue, and the command: no client loads them. */
const venuePackages: readonly string[] = ["exchange", "sandbox", "cli"];

/** What the house looks like from above. */
export interface House {
  /** Lines of sources without specs and generated files, by package. */
  readonly lines: Readonly<Record<string, number>>;
  /** The largest of the packages that a client loads. */
  readonly largestPackageLines: number;
  /** Imports against the floors, as sentences. */
  readonly upward: readonly string[];
  /** Circles of files that load each other. */
  readonly valueCircles: readonly (readonly string[])[];
  /** Circles of files that name each other, in types too. */
  readonly typeCircles: readonly (readonly string[])[];
  readonly filesOver300: readonly string[];
  readonly functionsOver60: readonly string[];
  /** Names of each door. */
  readonly doors: Readonly<Record<string, readonly string[]>>;
  /** Names that mean different things at doors of different packages, as sentences. */
  readonly twoMeanings: readonly string[];
}

interface SurveyedFile {
  readonly package: PackageFacts;
  /** From the workspace's root. */
  readonly path: string;
  readonly kind: "source" | "spec";
  readonly facts: SourceFacts;
}

/**
 * Looks at a whole workspace. The packages have to be built: doors are read from their declarations.
 *
 * @throws Error when a door has no declarations
 */
export function surveyHouse(root: string): House {
  const packages = readWorkspace(root);
  const files = packages.flatMap((facts) => readPackage(root, facts));
  const sources = files.filter(({ kind }) => kind === "source");
  const doors = readDoors(root, doorsOf(root, packages));
  const lines = Object.fromEntries(packages.map((facts) => [facts.name, sumOfLines(sources, facts)]));
  const ofClients = packages.filter((facts) => facts.tags.includes("published") && !venuePackages.includes(facts.name));
  return {
    lines,
    largestPackageLines: Math.max(0, ...ofClients.map(({ name }) => lines[name] ?? 0)),
    upward: checkBoundaries(packages).map(({ where, what }) => `${where}: ${what}`),
    valueCircles: circlesAmong(sources, (facts) => facts.valueImports),
    typeCircles: circlesAmong(sources, (facts) => facts.imports),
    filesOver300: files
      .filter(({ facts }) => facts.lines > houseBounds.fileLines)
      .map(({ path, facts }) => `${path}: ${facts.lines}`),
    functionsOver60: sources.flatMap(({ path, facts }) =>
      facts.functions
        .filter(({ name, lines }) => lines > houseBounds.functionLines && !(`${path}#${name}` in longFunctions))
        .map(({ name, line, lines }) => `${path}:${line}: ${name} has ${lines}`),
    ),
    doors: publicNames(doors),
    twoMeanings: namesWithTwoMeanings(doors),
  };
}

function readPackage(root: string, facts: PackageFacts): SurveyedFile[] {
  return facts.files
    .filter(({ path }) => !path.endsWith(".gen.ts") && !path.endsWith(".config.ts"))
    .map(({ path }) => ({
      package: facts,
      path: `${facts.folder}/${path}`,
      kind: /\.spec(?:-kit)?\.ts$|\/spec-support\//.test(path) ? "spec" : "source",
      facts: readSourceFacts(path, readFileSync(join(root, facts.folder, path), "utf8")),
    }));
}

function sumOfLines(sources: readonly SurveyedFile[], facts: PackageFacts): number {
  return sources.filter((file) => file.package === facts).reduce((sum, file) => sum + file.facts.lines, 0);
}

/** No circle crosses a package's wall: floors see to that. */
function circlesAmong(
  sources: readonly SurveyedFile[],
  importsOf: (facts: SourceFacts) => readonly string[],
): string[][] {
  const withFolder = ({ package: owner, facts }: SurveyedFile): string[] =>
    importsOf(facts).map((target) => `${owner.folder}/${target}`);
  return circlesOf(new Map(sources.map((file) => [file.path, withFolder(file)])));
}
