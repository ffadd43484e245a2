import { table } from "../api-docs/markdown.js";
import { allOperations } from "../api-docs/operations.js";
import type { Sentences } from "../api-docs/sentences.js";
import { channelSentence } from "./channel-page.js";
import { allChannels } from "./channels.js";
import { operationSentence } from "./operation-page.js";
import { paragraphs, type SitePage } from "./page.js";
import { link, listPath, operationPath } from "./reference-paths.js";

/** The REST interface by path, with the OpenAPI document to download. */
export function openApiPage(sentences: Sentences): SitePage {
  const path = listPath("openapi");
  const rows = allOperations().flatMap((member) => {
    const { family, operation } = member;
    const name = `${family}.${operation.name}${operation.command === undefined ? "" : ` (${operation.command})`}`;
    return [operation.path, ...operation.alsoAt].map((place) => ({
      place,
      cells: [
        `\`${operation.method} ${place}\``,
        link(name, path, operationPath(family, operation.name)),
        operation.permission === "none" ? "none" : `\`${operation.permission}\``,
        operationSentence(member, sentences),
      ],
    }));
  });
  return {
    path,
    title: "REST (OpenAPI)",
    markdown: paragraphs(
      `Every path of both documents. For generators of clients: ${link("openapi.json", path, "docs/api/openapi.json")} (OpenAPI 3.1). ` +
        "An accelerator serves the same paths unsigned and describes itself, short paths included, at `/openapi.json` and `/docs`.",
      table(
        ["request", "operation", "permission", "what it does"],
        rows.toSorted((one, other) => (one.place < other.place ? -1 : 1)).map(({ cells }) => cells),
      ),
    ),
  };
}

/** The push streams by channel, with the AsyncAPI documents to download. */
export function asyncApiPage(sentences: Sentences): SitePage {
  const path = listPath("asyncapi");
  return {
    path,
    title: "Push streams (AsyncAPI)",
    markdown: paragraphs(
      `Both push protocols. For generators: ${link("asyncapi.json", path, "docs/api/asyncapi.json")} (AsyncAPI 3.0). ` +
        "Protocol A: each message of the venue begins with a marker byte, 0 for plain JSON, 1 for compressed JSON. " +
        "Protocol B: messages are JSON arrays of envelopes whose data may be base64 of compressed JSON.",
      table(
        ["channel", "name on the wire", "login", "what it carries"],
        allChannels().map((channel) => [
          link(channel.title, path, channel.path),
          `\`${channel.grammar.template}\``,
          channel.grammar.kind === "private" ? "needed" : "not needed",
          channelSentence(channel, sentences),
        ]),
      ),
      `The relay's views on a message bus: ${link("relay-asyncapi.json", path, "docs/api/relay-asyncapi.json")}, and one view as JSON Schema: ` +
        `${link("relay-view.schema.json", path, "docs/api/relay-view.schema.json")}.`,
    ),
  };
}
