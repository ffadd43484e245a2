import * as schema from "@depthwire/schema/internal";
import { table } from "../api-docs/markdown.js";
import type { Sentences } from "../api-docs/sentences.js";
import { paragraphs, type SitePage } from "./page.js";
import { listPath } from "./reference-paths.js";

const groups = {
  requestLimits: ["Requests", schema.requestLimits],
  orderLimits: ["Orders and positions", schema.orderLimits],
  pushLimits: ["Push messages and connections", schema.pushLimits],
  acceleratorLimits: ["The accelerator", schema.acceleratorLimits],
} as const satisfies Readonly<Record<string, readonly [string, Readonly<Record<string, schema.Limit>>]>>;

const sourceWords: Readonly<Record<schema.Limit["source"], string>> = {
  document: "the documents",
  "field-note": "field notes",
  project: "this project, where both are silent",
};

/** Every bound that the service or this project sets. */
export function limitsPage(sentences: Sentences): SitePage {
  return {
    path: listPath("limits"),
    title: "Limits",
    markdown: paragraphs(
      "What the service bounds, and what this project bounds where the service says nothing.",
      ...Object.entries(groups).flatMap(([name, [title, limits]]) => [
        `## ${title}`,
        table(
          ["limit", "least", "most", "unless told", "unit", "meaning", "stated by"],
          Object.entries<schema.Limit>(limits).map(([key, limit]) => [
            `\`${key}\``,
            `${limit.min ?? ""}`,
            `${limit.max ?? ""}`,
            `${limit.assumed ?? ""}`,
            limit.unit,
            sentences.get(name)?.members.get(key) ?? "",
            `${sourceWords[limit.source]}: ${limit.spec}`,
          ]),
        ),
      ]),
    ),
  };
}
