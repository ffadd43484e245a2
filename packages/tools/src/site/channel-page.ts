import { loadMessageVectors } from "@depthwire/testkit";
import { table } from "../api-docs/markdown.js";
import type { Sentences } from "../api-docs/sentences.js";
import { type Channel, protocolNames } from "./channels.js";
import { fieldTable, isTable } from "./field-table.js";
import { block, paragraphs, type SitePage } from "./page.js";
import { link, protocolPath } from "./reference-paths.js";
import { shapeWords } from "./shape-words.js";

/** Everything about one channel: its names, what it carries, and the messages of a subscription. */
export function channelPage(channel: Channel, sentences: Sentences): SitePage {
  const { path, title, grammar, payload } = channel;
  const { subscribe, data } = messagesOf(channel);
  return {
    path,
    title,
    markdown: paragraphs(
      channelSentence(channel, sentences),
      facts(channel),
      "## What it carries",
      carried(channel),
      `${shapeWords(payload, path)}:`,
      isTable(payload) ? fieldTable(payload, sentences, path) : elementTable(channel, sentences),
      ...(subscribe === undefined ? [] : ["## Subscribing", "The client sends:", block("json", subscribe)]),
      ...(data === undefined ? [] : ["## A message", block("json", data)]),
      `Specification: ${grammar.spec}.`,
    ),
  };
}

/** What a channel is. */
export function channelSentence({ protocol, name }: Channel, sentences: Sentences): string {
  const list = protocol === "prefix" ? "prefixProtocolChannels" : "channelProtocolChannels";
  return sentences.get(list)?.members.get(name) ?? "";
}

function facts({ protocol, grammar, path }: Channel): string {
  return table(
    ["fact", "of this channel"],
    [
      ["protocol", link(protocolNames[protocol], path, protocolPath(protocol))],
      ["name", `\`${grammar.template}\``],
      ...(grammar.alsoAccepted.length === 0
        ? []
        : [["read, too", grammar.alsoAccepted.map((name) => `\`${name}\``).join(", ")]]),
      ...(grammar.version === undefined ? [] : [["`ver` to send", `${grammar.version}`]]),
      ["login", grammar.kind === "private" ? "needed" : "not needed"],
    ],
  );
}

function carried({ protocol }: Channel): string {
  return protocol === "prefix"
    ? "Under `d` of each message, beside `topic` and `t`:"
    : "Under `data` of each element of a message, as JSON or as base64 of compressed JSON:";
}

function elementTable({ payload, path }: Channel, sentences: Sentences): string | undefined {
  return payload.kind === "list" && isTable(payload.element) ? fieldTable(payload.element, sentences, path) : undefined;
}

/** Texts of the vectors that are about the channel. */
function messagesOf({ protocol, grammar }: Channel): {
  readonly subscribe: string | undefined;
  readonly data: string | undefined;
} {
  const { events, requests } = loadMessageVectors();
  const name = new RegExp(
    `"${grammar.template
      .replace("{serviceName}", "svc")
      .replace("{pair}", "[0-9A-Z]+_(?:USDT|USD)")
      .replace("{period}", "\\w+")}"`,
  );
  const isMine = (message: { readonly protocol: string; readonly text: string }) =>
    message.protocol === protocol && name.test(message.text);
  const subscribe = requests.find(
    (request) => isMine(request) && (request.message.kind === "subscribe" || request.message.kind === "login"),
  );
  return { subscribe: subscribe?.text, data: events.find(isMine)?.text };
}
