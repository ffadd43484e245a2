import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What an editor says at one place. */
export interface Hover {
  /** The type, as it is written there. */
  readonly signature: string;
  /** The sentences above the declaration. */
  readonly documentation: string;
}

/** A file of a user's program, open in an editor. */
export interface Editor {
  /** What stands at the nth mark, from 0. */
  hover(mark: number): Hover;
  /** What may be typed at the nth mark. */
  completions(mark: number): readonly string[];
  /** What the compiler says of the file, as plain text. */
  errors(): readonly string[];
}

/** Stands in a program's text behind the character that is asked about. */
export const mark = "¦";

/**
 * Opens a program in a folder that has `node_modules`, as an editor would.
 *
 * @param program its text; places to ask about have a {@link mark} behind them
 */
export function openEditor(folder: string, program: string): Editor {
  const path = join(folder, "program.ts");
  const pieces = program.split(mark);
  const source = pieces.join("");
  const ends: number[] = [];
  pieces.slice(0, -1).reduce((length, piece) => {
    ends.push(length + piece.length);
    return length + piece.length;
  }, 0);
  const service = ts.createLanguageService(hostOf(folder, path, source));
  const at = (nth: number): number => {
    const end = ends[nth];
    if (end === undefined) {
      throw new Error(`the program has ${ends.length} marks, none is number ${nth}`);
    }
    return end;
  };
  return {
    hover: (nth) => {
      const info = service.getQuickInfoAtPosition(path, at(nth) - 1);
      return {
        signature: ts.displayPartsToString(info?.displayParts),
        documentation: ts.displayPartsToString(info?.documentation),
      };
    },
    completions: (nth) =>
      service.getCompletionsAtPosition(path, at(nth), undefined)?.entries.map(({ name }) => name) ?? [],
    errors: () =>
      [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)].map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      ),
  };
}

function hostOf(folder: string, path: string, source: string): ts.LanguageServiceHost {
  return {
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      if (name === path) {
        return ts.ScriptSnapshot.fromString(source);
      }
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ["node"],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => (name === path ? source : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  };
}
