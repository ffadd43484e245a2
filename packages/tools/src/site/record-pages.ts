import type { EnumerationShape } from "@depthwire/schema/internal";
import { loadRecordVectors } from "@depthwire/testkit";
import { table } from "../api-docs/markdown.js";
import { kebabToCamel, kebabToPascal } from "../api-docs/names.js";
import type { Sentences } from "../api-docs/sentences.js";
import { fieldTable, type TableShape } from "./field-table.js";
import { block, paragraphs, type SitePage } from "./page.js";
import { recordPath, valuesPath } from "./reference-paths.js";
import { usersSentence } from "./users-of.js";

/** The page of a record or another table: its fields, who uses it, and one on the wire and decoded. */
export function recordPage(shape: TableShape, sentences: Sentences): SitePage {
  const path = recordPath(shape.name);
  const example = loadRecordVectors().find(({ descriptor }) => descriptor === shape.name);
  return {
    path,
    title: kebabToPascal(shape.name),
    markdown: paragraphs(
      tableSentence(shape.name, sentences),
      usersSentence(shape.name, path),
      "## Fields",
      fieldTable(shape, sentences, path),
      "spec" in shape ? `Specification: ${shape.spec}.` : undefined,
      ...(example === undefined
        ? []
        : [
            "## On the wire",
            block("json", example.wire),
            "## Decoded",
            block("json", JSON.stringify(example.value, null, 2)),
          ]),
    ),
  };
}

/** The page of a table of values: what is on the wire, our name, the meaning. */
export function valuesPage(shape: EnumerationShape, sentences: Sentences): SitePage {
  const path = valuesPath(shape.name);
  const members = sentences.get(kebabToCamel(shape.name))?.members;
  return {
    path,
    title: kebabToPascal(shape.name),
    markdown: paragraphs(
      tableSentence(shape.name, sentences),
      usersSentence(shape.name, path),
      table(
        ["name", "on the wire", "meaning"],
        Object.entries(shape.members).map(([wire, name]) => [`\`${name}\``, `\`${wire}\``, members?.get(wire) ?? ""]),
      ),
      shape.range === "open"
        ? "A value that the venue adds later is read as `unknown:` with the value behind it, and fits a `switch`."
        : "Another value is refused before anything is sent.",
    ),
  };
}

/** What a table is about. */
export function tableSentence(name: string, sentences: Sentences): string {
  return sentences.get(kebabToCamel(name))?.summary ?? "";
}
