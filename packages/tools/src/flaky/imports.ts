import { posix } from "node:path";

/** One import or re-export of a file that exists when the program runs: types alone leave nothing behind. */
export interface ImportEdge {
  readonly specifier: string;
  /** Names that are taken from the other file; `undefined`: all of them. */
  readonly names: readonly string[] | undefined;
  /** A re-export is followed only for the names that somebody takes through it. */
  readonly kind: "import" | "re-export";
}

const statement = /^\s*(import|export)\s+(type\s+)?(?:([^"';]*?)\s*from\s*)?"([^"]+)"/gm;
const dynamic = /\bimport\(\s*"([^"]+)"\s*\)/g;

/** The imports of a TypeScript file, in the form that this repository's formatter gives them. */
export function importsOf(text: string): ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (const [, keyword, type, clause, specifier = ""] of text.matchAll(statement)) {
    if (type !== undefined) {
      continue;
    }
    const names = clause === undefined ? undefined : namesOf(clause);
    if (names?.length === 0) {
      continue;
    }
    edges.push({ specifier, names, kind: keyword === "export" ? "re-export" : "import" });
  }
  for (const [, specifier = ""] of text.matchAll(dynamic)) {
    edges.push({ specifier, names: undefined, kind: "import" });
  }
  return edges;
}

/** `{ a, type B, c as d }` takes `a` and `c`; whatever has no braces takes all. */
function namesOf(clause: string): string[] | undefined {
  const braces = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  if (braces === undefined) {
    return undefined;
  }
  return braces
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);
}

/**
 * The source file that an import of the workspace means.
 *
 * @returns its path from the workspace's root, or `undefined` for anything from elsewhere
 */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) {
    return posix.normalize(posix.join(posix.dirname(from), specifier)).replace(/\.js$/, ".ts");
  }
  const [, name, subpath] = /^@depthwire\/([a-z]+)(?:\/([a-z-]+))?$/.exec(specifier) ?? [];
  return name === undefined ? undefined : `packages/${name}/src/${subpath ?? "index"}.ts`;
}
