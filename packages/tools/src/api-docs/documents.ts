import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asyncApiDocument } from "./asyncapi.js";
import { errorsPage } from "./errors-page.js";
import { glossaryPage } from "./glossary.js";
import { localOpenApiDocument, writeExact } from "./local-openapi.js";
import { openApiDocument } from "./openapi.js";
import { relayAsyncApiDocument, relayViewSchema } from "./relay-documents.js";
import type { Sentences } from "./sentences.js";

/** A generated file: path below the repository's root, and its text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Everything that is generated from the descriptors. The same descriptors give the same bytes.
 *
 * @param relaySentences those of the relay's own descriptors
 * @param version of the described interface
 */
export function generateDocuments(
  sentences: Sentences,
  relaySentences: Sentences,
  version: string,
): readonly GeneratedFile[] {
  const venue = openApiDocument(sentences, version);
  return [
    { path: "docs/api/openapi.json", text: json(venue) },
    { path: "packages/accelerator/openapi/venue.json", text: writeExact(json(localOpenApiDocument(venue))) },
    { path: "docs/api/asyncapi.json", text: json(asyncApiDocument(sentences, version)) },
    { path: "docs/api/relay-view.schema.json", text: json(relayViewSchema(relaySentences)) },
    { path: "docs/api/relay-asyncapi.json", text: json(relayAsyncApiDocument(relaySentences, version)) },
    { path: "docs/errors.md", text: errorsPage() },
    { path: "docs/spec/glossary.md", text: glossaryPage(sentences) },
  ];
}

/** The files below `root` that are missing or say something else. */
export function staleFiles(root: string, files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return files.filter(({ path, text }) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
