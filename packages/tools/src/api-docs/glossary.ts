import * as schema from "@depthwire/schema/internal";
import { generatedNotice, table } from "./markdown.js";
import { kebabToCamel } from "./names.js";
import { familyModules } from "./operations.js";
import type { Sentences } from "./sentences.js";

type Table = schema.RecordShape | schema.RowShape;

/** One wire key and what we call it in one table. */
interface Entry {
  readonly name: string;
  readonly wire: string;
  readonly table: string;
  readonly meaning: string;
}

/** `docs/spec/glossary.md`: wire key, our name, meaning. */
export function glossaryPage(sentences: Sentences): string {
  const entries = allTables().flatMap((shape) => entriesOf(shape, sentences));
  const names = [...new Set(entries.map(({ name }) => name))].toSorted((a, b) => (a < b ? -1 : 1));
  const rows = names.flatMap((name) =>
    rowsOf(
      name,
      entries.filter((entry) => entry.name === name),
    ),
  );
  const enumerations = allEnumerations().map((shape) => [
    `\`${shape.name}\``,
    Object.entries(shape.members)
      .map(([wire, name]) => (wire === name ? `\`${wire}\`` : `${wire} \`${name}\``))
      .join(", "),
  ]);
  return [
    generatedNotice,
    "# Glossary",
    "Wire keys stand in the descriptors of `packages/schema` and nowhere else in the code. `[2]` is the third place of a row.",
    "## Fields",
    table(["our name", "wire key", "in", "meaning"], rows),
    "## Values",
    table(["table", "wire value and our name"], enumerations),
    "",
  ].join("\n\n");
}

/** Equal wire keys and meanings of a name share a row. */
function rowsOf(name: string, entries: readonly Entry[]): readonly (readonly string[])[] {
  const byMeaning = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.wire}\n${entry.meaning}`;
    byMeaning.set(key, [...(byMeaning.get(key) ?? []), entry]);
  }
  return [...byMeaning.values()].map((same) => [
    `\`${name}\``,
    `\`${same[0]?.wire ?? ""}\``,
    same.map((entry) => entry.table).join(", "),
    same[0]?.meaning ?? "",
  ]);
}

function entriesOf(shape: Table, sentences: Sentences): readonly Entry[] {
  const members = sentences.get(kebabToCamel(shape.name))?.members;
  return Object.entries(shape.fields)
    .filter(([, field]) => field.presence !== "tag")
    .map(([name, field]) => ({
      name,
      wire: "index" in field ? `[${field.index}]` : field.wireKeys.join("` or `"),
      table: shape.name,
      meaning: members?.get(name) ?? "",
    }));
}

function constants(): readonly unknown[] {
  return [schema, ...Object.values(familyModules)].flatMap((module) => Object.values<unknown>(module));
}

function allTables(): readonly Table[] {
  return constants().filter((value): value is Table => isKind(value, "record") || isKind(value, "row"));
}

function allEnumerations(): readonly schema.EnumerationShape[] {
  return constants().filter((value): value is schema.EnumerationShape => isKind(value, "enumeration"));
}

function isKind(value: unknown, kind: string): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}
