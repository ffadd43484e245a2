import { errorCodes } from "@depthwire/core";
import type { ErrorEntry } from "@depthwire/core/internal";
import { type VenueCodeEntry, venueCodes } from "@depthwire/schema";
import { table } from "../api-docs/markdown.js";
import { allOperations } from "../api-docs/operations.js";
import { paragraphs, type SitePage } from "./page.js";
import { errorPath, link, listPath, operationPath, venueCodePath } from "./reference-paths.js";
import { adviceFor } from "./venue-code-advice.js";

/** A page for each code of this project. */
export function errorPages(): readonly SitePage[] {
  return Object.entries<ErrorEntry>(errorCodes).map(([code, entry]) => ({
    path: errorPath(code),
    title: code,
    markdown: paragraphs(
      `${entry.sentence}.`,
      table(
        ["fact", "of this code"],
        [
          ["class", entry.kind],
          ["the same call may succeed later", yesNo(entry.retryable)],
          ["it may have been carried out although it failed", yesNo(entry.ambiguous)],
        ],
      ),
      "## What to do",
      entry.remedy,
      `Match on \`code\`, never on a message. ${link("All codes", errorPath(code), listPath("errors"))}.`,
    ),
  }));
}

/** A page for each code of the venue. */
export function venueCodePages(): readonly SitePage[] {
  return Object.entries<VenueCodeEntry>(venueCodes).map(([code, entry]) => ({
    path: venueCodePath(code),
    title: code,
    markdown: paragraphs(
      `${entry.meaning}.`,
      table(
        ["fact", "of this code"],
        [
          ["about", entry.category],
          ["published text", entry.publishedText ?? "none"],
          ...(entry.sandboxText === undefined ? [] : [["the sandbox says", entry.sandboxText]]),
          ["known from", sourceWords[entry.source]],
          ["the same request may succeed later", yesNo(entry.retryable)],
          ["it may have been carried out although it failed", yesNo(entry.ambiguous)],
          ...(entry.errata === undefined
            ? []
            : [["erratum", `the published text is that of ${entry.errata.textBelongsTo}`]]),
        ],
      ),
      "## What to do",
      adviceFor(code, entry),
      `A refused call is a \`VenueError\` with \`code\` ${link("`venue-refused`", venueCodePath(code), errorPath("venue-refused"))} and this \`venueCode\`.`,
      answeredBy(code),
    ),
  }));
}

const sourceWords: Readonly<Record<VenueCodeEntry["source"], string>> = {
  "error-table": "the error table of document 1",
  document: "another sentence of the documents",
  "field-note": "deployments alone (field notes)",
};

function answeredBy(code: string): string {
  const operations = allOperations();
  const answering = operations.filter(({ operation }) => operation.codes.some((answered) => `${answered}` === code));
  if (answering.length === 0) {
    return "No operation lists it: it answers connections and subscriptions, or was seen without its operation.";
  }
  if (answering.length === operations.length) {
    return "Every operation may answer it.";
  }
  const links = answering.map(({ family, operation }) =>
    link(`${family}.${operation.name}`, venueCodePath(code), operationPath(family, operation.name)),
  );
  return `Answered by ${links.join(", ")}.`;
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}
