import { join } from "node:path";
import ts from "typescript";

/** One entry of a package's `exports` that people may import from. */
export interface Door {
  /** What stands in the import: `@depthwire/core`, `@depthwire/sandbox/in-memory`. */
  readonly specifier: string;
  /** Its declarations, from the workspace's root. */
  readonly types: string;
}

/**
 * The names that each door has, read from the built declarations: what an editor offers behind `import { }`.
 *
 * @returns by specifier, in alphabetical order
 */
export function publicNames(root: string, doors: readonly Door[]): Record<string, string[]> {
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
      return [
        specifier,
        checker
          .getExportsOfModule(symbol)
          .map(({ name }) => name)
          .sort(),
      ];
    }),
  );
}
