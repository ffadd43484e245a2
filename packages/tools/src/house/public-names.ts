import { join, relative } from "node:path";
import ts from "typescript";

/** One entry of a package's `exports` that people may import from. */
export interface Door {
  /** What stands in the import: `@depthwire/core`, `@depthwire/sandbox/in-memory`. */
  readonly specifier: string;
  /** Its declarations, from the workspace's root. */
  readonly types: string;
}

/**
 * By specifier: each name that the door has, and where it is declared (`file#name`). A name inside a namespace has the namespace's in
 * front: `restTypes.HaltScope`.
 */
export type DoorExports = Readonly<Record<string, ReadonlyMap<string, string>>>;

/** Reads doors from the built declarations: what an editor offers behind `import { }`. */
export function readDoors(root: string, doors: readonly Door[]): DoorExports {
  const paths = doors.map(({ types }) => join(root, types));
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    doors.map(({ specifier }, index) => {
      const source = program.getSourceFile(paths[index] ?? "");
      const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
      if (symbol === undefined) {
        throw new Error(`${doors[index]?.types} has no exports: is the workspace built?`);
      }
      const names = checker.getExportsOfModule(symbol).flatMap((name) => withParts(checker, name, paths));
      return [specifier, new Map(names.map(([name, exported]) => [name, originOf(root, checker, exported)]))];
    }),
  );
}

/** A name, and what is reached behind its dot; a namespace that is a door of its own is listed there. */
function withParts(
  checker: ts.TypeChecker,
  exported: ts.Symbol,
  doors: readonly string[],
): (readonly [name: string, exported: ts.Symbol])[] {
  const symbol = targetOf(checker, exported);
  const file = symbol.declarations?.find((declaration) => ts.isSourceFile(declaration));
  const parts = file === undefined || doors.includes(file.fileName) ? [] : checker.getExportsOfModule(symbol);
  return [[exported.name, exported], ...parts.map((part) => [`${exported.name}.${part.name}`, part] as const)];
}

function targetOf(checker: ts.TypeChecker, exported: ts.Symbol): ts.Symbol {
  return exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
}

function originOf(root: string, checker: ts.TypeChecker, exported: ts.Symbol): string {
  const symbol = targetOf(checker, exported);
  return `${relative(root, symbol.declarations?.[0]?.getSourceFile().fileName ?? root)}#${symbol.name}`;
}

/** Whether a name stands inside a namespace of its door. */
export function isPart(name: string): boolean {
  return name.includes(".");
}

/**
 * The names of each door, in alphabetical order.
 *
 * @returns by specifier
 */
export function publicNames(doors: DoorExports): Record<string, string[]> {
  return Object.fromEntries(Object.entries(doors).map(([specifier, names]) => [specifier, [...names.keys()].sort()]));
}

/** What each runtime's adapter has under the same name, so that a program changes nothing but the package. */
const ofEachRuntime: ReadonlySet<string> = new Set(["connect", "ConnectOptions", "DirectoryRecordOptions"]);

/**
 * Names that mean one thing at a door of one package and another thing at a door of another. Families of operations have doors of one package,
 * and may share names.
 *
 * @returns sentences, in alphabetical order
 */
export function namesWithTwoMeanings(doors: DoorExports): string[] {
  const found = new Map<string, Map<string, string>>();
  for (const [specifier, names] of Object.entries(doors)) {
    for (const [name, origin] of names) {
      const meanings = found.get(name) ?? new Map<string, string>();
      const isOfSamePackage = [...meanings.values()].some((other) => packageOf(other) === packageOf(specifier));
      if (!meanings.has(origin) && !isOfSamePackage) {
        meanings.set(origin, specifier);
      }
      found.set(name, meanings);
    }
  }
  return [...found]
    .filter(([name, meanings]) => meanings.size > 1 && !ofEachRuntime.has(name))
    .map(([name, meanings]) => `${name} means one thing in ${[...meanings.values()].join(" and another in ")}`)
    .sort();
}

/** `@depthwire/schema/usdt` is a door of `@depthwire/schema`. */
function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, 2).join("/");
}
