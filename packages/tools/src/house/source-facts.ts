import { posix } from "node:path";
import ts from "typescript";

/** What one TypeScript file shows from above. */
export interface SourceFacts {
  readonly lines: number;
  /** Files of the same package that it imports, types alone included. */
  readonly imports: readonly string[];
  /** Those of them that are loaded when the program runs. */
  readonly valueImports: readonly string[];
  readonly functions: readonly FunctionFacts[];
}

/** A function or method with a body. */
export interface FunctionFacts {
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
  /** From the line of its name to the line of its last brace. */
  readonly lines: number;
}

/**
 * @param path of the file from its package's folder, with forward slashes
 */
export function readSourceFacts(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = new Set<string>();
  const valueImports = new Set<string>();
  const functions: FunctionFacts[] = [];
  const visit = (node: ts.Node): void => {
    const target = importedFile(path, node);
    if (target !== undefined) {
      imports.add(target);
      if (!takesTypesAlone(node)) {
        valueImports.add(target);
      }
    }
    const facts = functionFacts(file, node);
    if (facts !== undefined) {
      functions.push(facts);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return {
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports: [...imports],
    valueImports: [...valueImports],
    functions,
  };
}

/** The file of this package that an import, a re-export or `import("…")` names. */
function importedFile(path: string, node: ts.Node): string | undefined {
  const specifier = specifierOf(node);
  if (specifier?.startsWith(".") !== true) {
    return undefined;
  }
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts");
}

function specifierOf(node: ts.Node): string | undefined {
  const named = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : called(node);
  return named !== undefined && ts.isStringLiteral(named) ? named.text : undefined;
}

function called(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments[0];
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return node.argument.literal;
  }
  return undefined;
}

function takesTypesAlone(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) {
    return true;
  }
  if (ts.isExportDeclaration(node)) {
    if (node.isTypeOnly) {
      return true;
    }
    const clause = node.exportClause;
    return clause !== undefined && ts.isNamedExports(clause) && clause.elements.every((name) => name.isTypeOnly);
  }
  if (!ts.isImportDeclaration(node) || node.importClause === undefined) {
    return false;
  }
  const { phaseModifier, name, namedBindings } = node.importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) {
    return true;
  }
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) {
    return false;
  }
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

function functionFacts(file: ts.SourceFile, node: ts.Node): FunctionFacts | undefined {
  if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) {
    return undefined;
  }
  const [first, last] = [node.getStart(file), node.end].map((at) => file.getLineAndCharacterOfPosition(at).line);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return { name: functionName(file, node), line: first + 1, lines: last - first + 1 };
}

function functionName(file: ts.SourceFile, node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) {
    return node.name.getText(file);
  }
  const holder = node.parent;
  if (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder)) {
    return holder.name.getText(file);
  }
  return ts.isConstructorDeclaration(node) ? "constructor" : "(without a name)";
}
