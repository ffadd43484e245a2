import type { CommandOutcome } from "../command-line/outcome.js";
import { isPart } from "./public-names.js";
import { type House, houseBounds } from "./survey.js";

/** The last line of `npm run house -- --json`. */
export interface HouseSummary {
  readonly packages: number;
  /** Lines of sources, by package. */
  readonly lines: Readonly<Record<string, number>>;
  readonly upward: number;
  readonly valueCircles: number;
  readonly typeCircles: number;
  /** Names that an import can take. */
  readonly publicNames: number;
  /** Names inside the namespaces among them: types that public signatures consist of. Listed as the others are. */
  readonly namesInNamespaces: number;
  /** Names that the checked-in list does not have, or has in vain. */
  readonly unlistedNames: number;
  /** Names that mean different things at doors of different packages. */
  readonly twoMeanings: number;
  /** Lines of the largest package that a client loads. */
  readonly largestPackageLines: number;
  readonly filesOver300: number;
  readonly functionsOver60: number;
}

/**
 * @param listed the checked-in names of each door
 */
export function judgeHouse(
  house: House,
  listed: Readonly<Record<string, readonly string[]>>,
): CommandOutcome<HouseSummary> {
  const strangers = unlistedNames(house.doors, listed);
  const names = Object.values(house.doors).flat();
  const namesInNamespaces = names.filter(isPart).length;
  const publicNames = names.length - namesInNamespaces;
  const circle = (files: readonly string[]): string => `${files.length} files in a circle: ${files.join(", ")}`;
  const failures = [
    ...house.upward,
    ...house.valueCircles.map(circle),
    ...house.typeCircles.map((files) => `types: ${circle(files)}`),
    ...house.filesOver300.map((file) => `${file} lines, at most ${houseBounds.fileLines}`),
    ...house.functionsOver60.map((name) => `${name} lines, at most ${houseBounds.functionLines}`),
    ...house.twoMeanings,
    ...strangers.map((what) => `${what}: npm run house -- --write-doors`),
  ];
  if (publicNames > houseBounds.publicNames) {
    failures.push(`${publicNames} public names, at most ${houseBounds.publicNames}`);
  }
  if (house.largestPackageLines > houseBounds.clientPackageLines) {
    failures.push(`a client package of ${house.largestPackageLines} lines, at most ${houseBounds.clientPackageLines}`);
  }
  return {
    summary: {
      packages: Object.keys(house.lines).length,
      lines: house.lines,
      upward: house.upward.length,
      valueCircles: house.valueCircles.length,
      typeCircles: house.typeCircles.length,
      publicNames,
      namesInNamespaces,
      unlistedNames: strangers.length,
      twoMeanings: house.twoMeanings.length,
      largestPackageLines: house.largestPackageLines,
      filesOver300: house.filesOver300.length,
      functionsOver60: house.functionsOver60.length,
    },
    text: describe(house, publicNames, namesInNamespaces),
    failures,
  };
}

/**
 * Where doors and the checked-in list of their names differ.
 *
 * @returns sentences
 */
export function unlistedNames(
  doors: Readonly<Record<string, readonly string[]>>,
  listed: Readonly<Record<string, readonly string[]>>,
): string[] {
  const specifiers = new Set([...Object.keys(doors), ...Object.keys(listed)]);
  return [...specifiers].sort().flatMap((specifier) => {
    const [now, before] = [new Set(doors[specifier]), new Set(listed[specifier])];
    return [
      ...[...now].filter((name) => !before.has(name)).map((name) => `${specifier} has ${name}, which is not listed`),
      ...[...before].filter((name) => !now.has(name)).map((name) => `${specifier} lists ${name}, which is not there`),
    ];
  });
}

function describe(house: House, publicNames: number, namesInNamespaces: number): string {
  const doors = Object.entries(house.doors).map(([specifier, names]) => `  ${specifier}: ${names.length} names`);
  const lines = Object.entries(house.lines).map(([name, count]) => `  ${name}: ${count} lines`);
  return [
    `${lines.length} packages`,
    ...lines,
    `${publicNames} public names, and ${namesInNamespaces} in namespaces`,
    ...doors,
  ].join("\n");
}
