import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as schema from "@depthwire/schema/internal";
import ts from "typescript";
import { describe, expect, it } from "vitest";

type Table = schema.RecordShape | schema.RowShape;

const modules = { schema, usdt: schema.usdt, coin: schema.coin, spot: schema.spot, wallet: schema.wallet };

/** One line of code for every field of every exported table: reads it from the derived type. */
const fieldProbes = Object.entries(modules).flatMap(([module, exports]) =>
  Object.entries<unknown>(exports).flatMap(([name, value]) => {
    const descriptor = module === "schema" ? name : `${module}.${name}`;
    return isTable(value) ? visibleFields(value).map((field) => fieldProbe(descriptor, field)) : [];
  }),
);

const placeOrder = "(0 as unknown as Client<typeof schema.usdt>).placeOrder;";
const listFills = "(0 as unknown as Client<typeof schema.coin>).listFills;";
const positionEvent = "schema.privateEvent.entries.position;";

describe.each([
  { seenBy: "this package", from: "../internal.js" },
  { seenBy: "a consumer of the built declarations", from: "../../dist/internal.js" },
])("hover as $seenBy has it", { timeout: 60_000 }, ({ from }) => {
  const hover = createHover(from, [...fieldProbes, placeOrder, listFills, positionEvent]);

  it("shows the sentence of every field on the derived type", () => {
    const silent = fieldProbes.filter((probe) => !/^[A-Z0-9].*\.$/s.test(hover.documentation(probe)));
    expect(silent).toEqual([]);
    expect(fieldProbes.length).toBeGreaterThan(300);
  });

  it("says what the source says", () => {
    expect(hover.documentation(fieldProbe("depthRow", "price"))).toBe(
      "The level. Two prices are the same level when they are equal by value.",
    );
  });

  it("shows the decoded type", () => {
    expect(hover.signature(fieldProbe("depthRow", "price"))).toBe('(property) price: schema.Branded<"price">');
    expect(hover.signature(fieldProbe("prefixDepthSnapshot", "kind"))).toContain('"snapshot"');
    expect(hover.signature(fieldProbe("prefixSubscribe", "event"))).toContain("event?:");
  });

  it("shows the sentence of an operation on a function derived from the table", () => {
    expect(hover.documentation(placeOrder)).toBe(
      "Places an order, with a take-profit and stop-loss attached if it opens a position.",
    );
    expect(hover.documentation(listFills)).toBe("Lists the trades of one order, page by page.");
  });

  it("shows the sentence of a private event", () => {
    expect(hover.documentation(positionEvent)).toBe("A position changed. The wire calls it an order, but it is not.");
  });
});

function fieldProbe(descriptor: string, field: string): string {
  return `(0 as unknown as schema.ValueOf<typeof schema.${descriptor}>).${field};`;
}

function isTable(value: unknown): value is Table {
  if (typeof value !== "object" || value === null || !("kind" in value)) {
    return false;
  }
  return value.kind === "record" || value.kind === "row";
}

/** Fields that the decoded value has. */
function visibleFields(table: Table): string[] {
  return Object.entries(table.fields)
    .filter(([, { presence }]) => presence !== "fixed")
    .map(([name]) => name);
}

/** What both services read is parsed once. */
const parsed = ts.createDocumentRegistry();

/** A language service over one file in memory that holds the probes; each is asked for its last identifier. */
function createHover(from: string, probes: readonly string[]) {
  const path = fileURLToPath(new URL("./hover-probe.ts", import.meta.url));
  const client = "type Client<Family> = { readonly [Name in keyof schema.OperationsOf<Family>]: () => void };";
  let source = `import * as schema from "${from}";\n${client}\n`;
  const positions = new Map<string, number>();
  for (const probe of probes) {
    source += `${probe}\n`;
    positions.set(probe, source.length - ";\n".length - 1);
  }
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: (name) => (name === path ? from : "1"),
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
      exactOptionalPropertyTypes: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => (name === path ? source : ts.sys.readFile(name)),
  };
  const service = ts.createLanguageService(host, parsed);

  const quickInfo = (probe: string): ts.QuickInfo => {
    const info = service.getQuickInfoAtPosition(path, positions.get(probe) ?? -1);
    if (info === undefined) {
      throw new Error(`no hover for ${probe}`);
    }
    return info;
  };

  return {
    documentation: (probe: string): string => ts.displayPartsToString(quickInfo(probe).documentation),
    signature: (probe: string): string => ts.displayPartsToString(quickInfo(probe).displayParts),
  };
}
