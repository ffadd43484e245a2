import { type Block, codesIn, parseMarkdown, sentencesOf, withoutParentheses } from "./markdown.js";
import type { InventoryRow, RowKind } from "./row.js";

/** Which kind of row the first column of a table names. */
const kindByColumn: Readonly<Record<string, RowKind>> = {
  Field: "field",
  Key: "field",
  "Key in `d`": "field",
  Header: "header",
  Name: "enumeration",
  Placeholder: "address",
  Code: "code",
  Path: "operation",
  "`cmd`": "command",
  "`cmd` value": "command",
  "Channel `sub`": "channel",
  Subject: "limit",
  "Opening order": "trigger-rule",
};

/** Words that make a sentence a rule rather than a description. */
const normative =
  /\b(must|required?|requires|never|only|fails?|cannot|exactly|at most|minimum|maximum|without|may be|not shown|follows?|equals|default|is sent|begins|reconnects|dropped|empty object|no `state`|no signature|apply|applies|ignored?)\b/i;

/** Columns that list the parameters of the operation in their row. */
const parameterColumns = new Set(["Body", "Query parameters", "`body` fields"]);

const wireKey = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A row before it has an id. */
type Draft = Omit<InventoryRow, "id">;

/** Every fact of one of the two documents, in the document's order. */
export function extractDocument(document: "document 1" | "document 2", text: string): InventoryRow[] {
  const ordinals = new Map<string, number>();
  const drafts = parseMarkdown(text).flatMap((block) => draftsOf(document, block, ordinals));
  return withIds(drafts);
}

/** The numbered notes and the samples of the field notes. */
export function extractFieldNotes(text: string): InventoryRow[] {
  const drafts: Draft[] = [];
  for (const block of parseMarkdown(text)) {
    const section = block.chapter.replace(/ \(profile.*$/, "");
    const at = { document: "field notes", section } as const;
    if (block.kind === "numbered") {
      drafts.push({ ...at, kind: "note", key: String(block.number) });
    }
    if (block.kind === "bullet" && section === "Samples") {
      drafts.push({ ...at, kind: "sample", key: slug(block.text.split(":")[0]?.split(", s")[0] ?? "") });
    }
  }
  return withIds(drafts);
}

function draftsOf(document: Draft["document"], block: Block, ordinals: Map<string, number>): Draft[] {
  const section = sectionOf(block);
  const at = { document, section };
  switch (block.kind) {
    case "table":
      return tableDrafts(at, block.header, block.rows);
    case "numbered":
      return [{ ...at, kind: "rule", key: String(block.number) }];
    case "bullet":
      return [...bulletDrafts(at, block.text), ...sentenceDrafts(at, block.text, ordinals)];
    case "paragraph":
      return [
        ...formDrafts(at, block.text),
        ...ignoredDrafts(at, block.text),
        ...endpointDrafts(at, block.text),
        ...sentenceDrafts(at, block.text, ordinals),
      ];
  }
}

/** `Resources and their fields` › `Protocol A: …` is cited as `Resources, Protocol A`. */
function sectionOf(block: Block): string {
  const chapter = block.chapter.replace(/ and .*$/, "");
  const heading = block.heading.replace(/[:(].*$/, "").trim();
  return heading === "" ? chapter : `${chapter}, ${heading}`;
}

type Place = Pick<Draft, "document" | "section">;

function tableDrafts(at: Place, header: readonly string[], rows: readonly (readonly string[])[]): Draft[] {
  const kind = kindByColumn[header[0] ?? ""] ?? "rule";
  const parameters = header.findIndex((column) => parameterColumns.has(column));
  return rows.flatMap((cells): Draft[] => {
    const [first = ""] = cells;
    const keys = codesIn(first);
    if (kind === "enumeration" || kind === "limit" || kind === "trigger-rule") {
      return [{ ...at, kind, key: slug(first) }];
    }
    if (keys.length === 0) {
      return [{ ...at, kind, key: first }];
    }
    const taken = parameters < 0 ? [] : keysIn(withoutParentheses(cells[parameters] ?? ""));
    const ofParameters = taken.map((key) => ({
      ...at,
      section: `${at.section}, ${keys[0]}`,
      kind: "parameter" as const,
      key,
    }));
    const ofKeys: RowKind =
      /^ignored$|, ignored$/.test(cells.at(-1) ?? "") && kind === "field" ? "ignored-field" : kind;
    return [...keys.map((key) => ({ ...at, kind: ofKeys, key: key.replace(/:.*$/, "") })), ...ofParameters];
  });
}

/** Document 2 writes its records, and document 1 some, as `- Name: \`key\`, \`key\` (meaning), …; ignored: …`. */
function bulletDrafts(at: Place, text: string): Draft[] {
  const colon = text.indexOf(": ");
  if (colon < 0 || !at.section.startsWith("Resources")) {
    return [];
  }
  const record = withoutParentheses(text.slice(0, colon)).trim();
  const section = `${at.section}, ${record}`;
  const [meant = "", ignored = ""] = splitIgnored(withoutParentheses(text.slice(colon + 2)));
  return [
    ...keysIn(meant).map((key) => ({ document: at.document, section, kind: "field" as const, key })),
    ...keysIn(ignored).map((key) => ({ document: at.document, section, kind: "ignored-field" as const, key })),
  ];
}

/** Document 1 writes the second form of a record as a paragraph: `Pushed form (…): \`key\` meaning, …`. */
function formDrafts(at: Place, text: string): Draft[] {
  return /^(?:Query|Pushed) (?:form|fill)\b/.test(text) ? bulletDrafts(at, text.replace(/ keys: /, ": ")) : [];
}

/** Sentences of the resources that name keys without meaning. */
function ignoredDrafts(at: Place, text: string): Draft[] {
  if (
    !at.section.startsWith("Resources") ||
    at.section.endsWith("Enumerations") ||
    /^(?:Query|Pushed) (?:form|fill)\b/.test(text)
  ) {
    return [];
  }
  return sentencesOf(text)
    .filter((sentence) => /\b(?:ignored|meanings not shown)\b/.test(sentence))
    .flatMap((sentence) => codesIn(sentence))
    .filter((key) => wireKey.test(key) && key !== "reason")
    .map((key) => ({ ...at, kind: "ignored-field" as const, key }));
}

/** What stands before and after a list of ignored keys. */
function splitIgnored(text: string): [string, string] {
  const before = /^(.*?)[;.]\s*ignored: (.*)$/i.exec(text);
  if (before) {
    return [before[1] ?? "", before[2] ?? ""];
  }
  const after = /^(.*?);\s*((?:`[^`]+`(?:, | and )?)+) (?:is |are )?(?:present and )?ignored\b/i.exec(text);
  return after ? [after[1] ?? "", after[2] ?? ""] : [text, ""];
}

/** Plain keys, and the keys inside a braced code such as `{price, volume}`. */
function keysIn(text: string): string[] {
  const keys = codesIn(text).flatMap((code) =>
    code.startsWith("{") ? withoutParentheses(code).replace(/[{}]/g, "").split(",") : [code],
  );
  return [...new Set(keys.map((key) => key.trim().replace(/\[\]$/, "")))].filter((key) => wireKey.test(key));
}

/** `POST \`/path\`. Body: \`key\` type, required; … Response: …` */
function endpointDrafts(at: Place, text: string): Draft[] {
  const endpoint = /^(?:POST|GET) (?:`[^`]+` path )?`([^`]+)`/.exec(text);
  const path = endpoint?.[1];
  const drafts: Draft[] = path === undefined ? [] : [{ ...at, kind: "operation", key: path }];
  const body = /(?:Body|Parameters): (.*?)(?:\. |$)/.exec(withoutParentheses(text))?.[1];
  const keys = body === undefined ? [] : keysIn(body);
  const query = / with query (.*?)\. Response/.exec(withoutParentheses(text))?.[1];
  const all = query === undefined ? keys : keysIn(query);
  drafts.push(...all.filter((key) => !isValue(key)).map((key) => ({ ...at, kind: "parameter" as const, key })));
  return drafts;
}

/** Values that stand between back-ticks like keys do. */
function isValue(code: string): boolean {
  return /^(day|week|USDT|USD|DAI)$/.test(code);
}

function sentenceDrafts(at: Place, text: string, ordinals: Map<string, number>): Draft[] {
  return sentencesOf(text).flatMap((sentence) => {
    if (!normative.test(sentence)) {
      return [];
    }
    const ordinal = (ordinals.get(at.section) ?? 0) + 1;
    ordinals.set(at.section, ordinal);
    return [{ ...at, kind: "sentence" as const, key: String(ordinal) }];
  });
}

/** Ids from document, section and key; a second one of the same text gets its ordinal. */
function withIds(drafts: readonly Draft[]): InventoryRow[] {
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const prefix = draft.document === "field notes" ? "notes" : draft.document.replace("document ", "d");
    const kind = draft.kind === "field" ? "" : `${draft.kind}/`;
    const base = `${prefix}/${slug(draft.section)}/${kind}${draft.key}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return { id: count === 1 ? base : `${base}~${count}`, ...draft };
  });
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
