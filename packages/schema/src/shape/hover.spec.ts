import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as schema from "@depthwire/schema";
import ts from "typescript";
import { describe, expect, it } from "vitest";

interface Probe {
  readonly descriptor: string;
  readonly field: string;
}

/** Every field of every exported table: records and rows. */
const probes: readonly Probe[] = Object.entries(schema).flatMap(([descriptor, value]) =>
  isTable(value)
    ? Object.entries(value.fields)
        .filter(([, { presence }]) => presence !== "fixed")
        .map(([field]) => ({ descriptor, field }))
    : [],
);

describe.each([
  { seenBy: "this package", from: "../index.js" },
  { seenBy: "a consumer of the built declarations", from: "../../dist/index.js" },
])("hover as $seenBy has it", ({ from }) => {
  const hover = createHover(from, probes);

  it("shows the sentence of every field on the derived type", () => {
    const silent = probes.filter((probe) => !/^[A-Z0-9].*\.$/s.test(hover.documentation(probe)));
    expect(silent).toEqual([]);
    expect(probes.length).toBeGreaterThan(30);
  });

  it("shows the decoded type", () => {
    expect(hover.signature({ descriptor: "depthRow", field: "price" })).toBe(
      '(property) price: schema.Branded<"price">',
    );
    expect(hover.signature({ descriptor: "prefixDepthSnapshot", field: "kind" })).toContain('"snapshot"');
    expect(hover.signature({ descriptor: "prefixSubscribe", field: "event" })).toContain("event?:");
  });

  it("says what the source says", () => {
    expect(hover.documentation({ descriptor: "depthRow", field: "price" })).toBe(
      "The level. Two prices are the same level when they are equal by value.",
    );
  });
});

function isTable(
  value: unknown,
): value is { readonly fields: Readonly<Record<string, schema.Field | schema.RowElement>> } {
  return typeof value === "object" && value !== null && "fields" in value;
}

/** A language service over one file in memory that reads every field of the derived types once. */
function createHover(from: string, wanted: readonly Probe[]) {
  const path = fileURLToPath(new URL("./hover-probe.ts", import.meta.url));
  const lines = wanted.map(
    ({ descriptor, field }, index) =>
      `declare const v${index}: schema.ValueOf<typeof schema.${descriptor}>; v${index}.${field};`,
  );
  const source = [`import * as schema from "${from}";`, ...lines].join("\n");
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
  };
  const service = ts.createLanguageService({
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      if (name === path) return ts.ScriptSnapshot.fromString(source);
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
    },
    getCurrentDirectory: () => fileURLToPath(new URL(".", import.meta.url)),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => (name === path ? source : ts.sys.readFile(name)),
  });

  const quickInfo = ({ descriptor, field }: Probe): ts.QuickInfo => {
    const index = wanted.findIndex((probe) => probe.descriptor === descriptor && probe.field === field);
    const position = source.indexOf(`; v${index}.${field};`) + `; v${index}.`.length;
    const info = service.getQuickInfoAtPosition(path, position);
    if (info === undefined) throw new Error(`no hover for ${descriptor}.${field}`);
    return info;
  };

  return {
    documentation: (probe: Probe): string => ts.displayPartsToString(quickInfo(probe).documentation),
    signature: (probe: Probe): string => ts.displayPartsToString(quickInfo(probe).displayParts),
  };
}
