import { createRequire } from "node:module";
import ts from "typescript";

/** What the comments of one exported constant say. */
export interface Described {
  /** Its own comment, tags excluded. */
  readonly summary: string;
  /** The sections named by `@spec`. */
  readonly spec: string | undefined;
  /** The comment of each field, entry or member, by our name of it. */
  readonly members: ReadonlyMap<string, string>;
}

/** Comments by the name of the exported constant; of operations by `family.name`, since two families may share a name. */
export type Sentences = ReadonlyMap<string, Described>;

/** Properties of a descriptor under which its table stands. */
const tableProperties = ["fields", "entries", "members"] as const;

/** The built declarations of a door of the schema package, as a consumer has them. */
export function schemaDeclarations(door: "internal" | "relay"): string {
  return createRequire(import.meta.url)
    .resolve(`@depthwire/schema/${door}`)
    .replace(/\.js$/, ".d.ts");
}

/**
 * Reads the comments of every constant that a module exports. A run-time text would say the same twice and would not show on hover.
 *
 * @param declarations path of a `.d.ts` or `.ts` file
 */
export function readSentences(declarations: string): Sentences {
  const program = ts.createProgram([declarations], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(declarations);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) {
    throw new Error(`no module in ${declarations}`);
  }
  const described = new Map<string, Described>();
  collect(checker, module, undefined, described);
  return described;
}

/** Constants of a module and of the modules that it exports as namespaces (families of operations). */
function collect(checker: ts.TypeChecker, module: ts.Symbol, family: string | undefined, into: Map<string, Described>) {
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if (symbol.flags & ts.SymbolFlags.ValueModule) {
      collect(checker, symbol, exported.name, into);
    } else if (symbol.flags & ts.SymbolFlags.Variable) {
      const key = isOperation(checker, symbol) && family !== undefined ? `${family}.${exported.name}` : exported.name;
      into.set(key, describe(checker, symbol));
    }
  }
}

function isOperation(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  return checker.getPropertyOfType(checker.getTypeOfSymbol(symbol), "paramsPlace") !== undefined;
}

function describe(checker: ts.TypeChecker, symbol: ts.Symbol): Described {
  const tags = symbol.getJsDocTags(checker);
  const spec = tags.find(({ name }) => name === "spec")?.text;
  return {
    summary: sentence(checker, symbol),
    spec: spec === undefined ? undefined : ts.displayPartsToString(spec),
    members: new Map(tableOf(checker, symbol).map((member) => [member.name, sentence(checker, member)])),
  };
}

/** The keys of a descriptor's table, or of a constant that is a table itself. */
function tableOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Symbol[] {
  const type = checker.getTypeOfSymbol(symbol);
  for (const name of tableProperties) {
    const table = checker.getPropertyOfType(type, name);
    if (table !== undefined) {
      return checker.getPropertiesOfType(checker.getTypeOfSymbol(table));
    }
  }
  return checker.getPropertiesOfType(type);
}

/** The comment of a symbol as one line; `{@link x}` becomes `x`. */
function sentence(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replace(/\{@link ([^}]+)\}/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
