import { table } from "../api-docs/markdown.js";
import { allOperations, type FamilyOperation, families, familySentences } from "../api-docs/operations.js";
import type { Sentences } from "../api-docs/sentences.js";
import { channelPage, channelSentence } from "./channel-page.js";
import { allChannels, type Protocol, protocolNames, protocolSentences } from "./channels.js";
import { errorPages, venueCodePages } from "./error-pages.js";
import { asyncApiPage, openApiPage } from "./interface-pages.js";
import { limitsPage } from "./limits-page.js";
import { operationPage, operationSentence } from "./operation-page.js";
import { firstVectors, vectorOf } from "./operation-vectors.js";
import { type PageTree, paragraphs, type SitePage } from "./page.js";
import { recordPage, tableSentence, valuesPage } from "./record-pages.js";
import { familyPath, link, listPath, operationPath, protocolPath, referencePath } from "./reference-paths.js";
import { allEnumerations, allTables } from "./reference-tables.js";

/**
 * A page for each operation, channel, record, table of values, error code and limit, below lists of them.
 *
 * @param sentences comments of the descriptors
 */
export function referenceTree(sentences: Sentences): PageTree {
  const path = referencePath;
  const children: readonly PageTree[] = [
    operationsTree(sentences),
    leaf(openApiPage(sentences)),
    channelsTree(sentences),
    leaf(asyncApiPage(sentences)),
    recordsTree(sentences),
    valuesTree(sentences),
    errorsTree(),
    leaf(limitsPage(sentences)),
  ];
  return {
    path,
    title: "Reference",
    markdown: paragraphs(
      "Made from the descriptors of `@depthwire/schema`, from which clients, checks and the sandbox are made, too. The exchanges shown are those that the tests compare.",
      children.map((child) => `- ${link(child.title, path, child.path)}`).join("\n"),
    ),
    children,
  };
}

function leaf(page: SitePage): PageTree {
  return { ...page, children: [] };
}

function operationsTree(sentences: Sentences): PageTree {
  const path = listPath("operations");
  const vectors = firstVectors();
  const members = allOperations();
  const children = families.map((family) => {
    const own = members.filter((member) => member.family === family);
    const below = familyPath(family);
    return {
      path: below,
      title: familySentences[family].replace(/:.*$| \(.*$/, ""),
      markdown: paragraphs(familySentences[family], operationsTable(own, below, sentences)),
      children: own.map((member) => leaf(operationPage(member, vectorOf(member, vectors), sentences))),
    };
  });
  return {
    path,
    title: "Operations",
    markdown: paragraphs(
      "Every call of both documents: `venue.rest` makes the public ones, `account.rest` all of them.",
      ...families.flatMap((family) => [
        `## ${link(familySentences[family].replace(/[:(].*$/, "").trim(), path, familyPath(family))}`,
        operationsTable(
          members.filter((member) => member.family === family),
          path,
          sentences,
        ),
      ]),
    ),
    children,
  };
}

function operationsTable(members: readonly FamilyOperation[], from: string, sentences: Sentences): string {
  return table(
    ["operation", "request", "permission", "what it does"],
    members.map((member) => [
      link(member.operation.name, from, operationPath(member.family, member.operation.name)),
      `\`${member.operation.method} ${member.operation.path}\``,
      member.operation.permission === "none" ? "none" : `\`${member.operation.permission}\``,
      operationSentence(member, sentences),
    ]),
  );
}

function channelsTree(sentences: Sentences): PageTree {
  const path = listPath("channels");
  const children = (["prefix", "channel"] as const).map((protocol) => protocolTree(protocol, sentences));
  return {
    path,
    title: "Channels",
    markdown: paragraphs(
      "What the push streams carry. Both protocols stand at the path `/cbu` of the push address.",
      ...children.flatMap((child) => [`## ${link(child.title, path, child.path)}`, listOf(child.children, path)]),
    ),
    children,
  };
}

function protocolTree(protocol: Protocol, sentences: Sentences): PageTree {
  const path = protocolPath(protocol);
  const channels = allChannels().filter((channel) => channel.protocol === protocol);
  return {
    path,
    title: protocolNames[protocol],
    markdown: paragraphs(
      protocolSentences[protocol],
      table(
        ["channel", "name on the wire", "what it carries"],
        channels.map((channel) => [
          link(channel.title, path, channel.path),
          `\`${channel.grammar.template}\``,
          channelSentence(channel, sentences),
        ]),
      ),
    ),
    children: channels.map((channel) => leaf(channelPage(channel, sentences))),
  };
}

function recordsTree(sentences: Sentences): PageTree {
  const tables = [...allTables().values()];
  return listedTree(
    { name: "records", title: "Records", sentence: "What messages consist of, field by field." },
    tables.map((shape) => leaf(recordPage(shape, sentences))),
    tables.map(({ name }) => tableSentence(name, sentences)),
  );
}

function valuesTree(sentences: Sentences): PageTree {
  const enumerations = [...allEnumerations().values()];
  return listedTree(
    { name: "values", title: "Values", sentence: "Fields that have one of a few values, by our names." },
    enumerations.map((shape) => leaf(valuesPage(shape, sentences))),
    enumerations.map(({ name }) => tableSentence(name, sentences)),
  );
}

/** A list of the pages below it, each with its sentence. */
function listedTree(
  head: { readonly name: "records" | "values"; readonly title: string; readonly sentence: string },
  children: readonly PageTree[],
  meanings: readonly string[],
): PageTree {
  const path = listPath(head.name);
  const rows = children.map((child, index) => [link(child.title, path, child.path), meanings[index] ?? ""]);
  return {
    path,
    title: head.title,
    markdown: paragraphs(head.sentence, table(["name", "meaning"], rows)),
    children,
  };
}

function errorsTree(): PageTree {
  const path = listPath("errors");
  const own = errorPages();
  const venue = venueCodePages();
  return {
    path,
    title: "Error codes",
    markdown: paragraphs(
      `A page for each code; ${link("all of them in two tables", path, "docs/errors.md")}.`,
      "## Codes of Depthwire",
      listOf(own, path),
      "## Codes of the venue",
      listOf(venue, path),
    ),
    children: [...own, ...venue].map(leaf),
  };
}

/** Links to pages, with the first sentence of each. */
function listOf(pages: readonly SitePage[], from: string): string {
  return pages
    .map((page) => `- ${link(page.title, from, page.path)}: ${page.markdown.split("\n", 1)[0] ?? ""}`)
    .join("\n");
}
