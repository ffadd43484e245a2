import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const path = fileURLToPath(new URL("./hover-probe.ts", import.meta.url));

/** What an editor says of the last name of a line, in a file that imports what bots do. */
function sentenceOf(probe: string): string {
  const source = `import type { Account } from "@depthwire/node";\ndeclare const account: Account;\n${probe};\n`;
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: (name) => (name === path ? probe : "1"),
    getScriptSnapshot: (name) => {
      if (name === path) {
        return ts.ScriptSnapshot.fromString(source);
      }
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
    },
    getCurrentDirectory: () => fileURLToPath(new URL(".", import.meta.url)),
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      types: ["node"],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => (name === path ? source : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const info = ts.createLanguageService(host, parsed).getQuickInfoAtPosition(path, source.length - ";\n".length - 1);
  return ts.displayPartsToString(info?.documentation);
}

/** What all probes read is parsed once. */
const parsed = ts.createDocumentRegistry();

it.each([
  [
    "account.rest.usdt.placeOrder",
    "Places an order, with a take-profit and stop-loss attached if it opens a position.",
  ],
  ["account.rest.coin.listFills", "Lists the trades of one order, page by page."],
  ["account.trader", "Orders as objects, within limits."],
])(
  "an editor says at %s what the descriptor says",
  (probe, sentence) => {
    expect(sentenceOf(probe)).toBe(sentence);
  },
  60_000,
);
