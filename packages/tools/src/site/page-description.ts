import type { SitePage } from "./page.js";

/** A description goes on with whole sentences as long as it stays below this; the first sentence is never cut. */
const fullCharacters = 200;

const codeBlock = /^```.*?^```$/gms;

/** Where one sentence ends and the next begins. */
const sentenceBreak = /(?<=[.!?][)`*]*)\s+(?=[A-Z`*[(])/;

/** What a page is about, in whole sentences: the first of its prose, or of the comment at a program's head. */
export function pageDescription({ markdown }: SitePage): string {
  const sentences = (firstProse(markdown) ?? headComment(markdown) ?? "").split(sentenceBreak);
  const [first = "", ...others] = sentences.length > 1 ? sentences.filter((one) => !one.endsWith(":")) : sentences;
  let text = first;
  for (const sentence of others) {
    if (text.length + sentence.length >= fullCharacters) {
      break;
    }
    text += ` ${sentence}`;
  }
  return text.replace(/:$/, ".");
}

/**
 * The first paragraph that says what a page is about: no heading, table, list or picture, and no decision's status. An introduction
 * of what is no text, and a clause of the specification, stand for it only where a page has nothing else.
 */
function firstProse(markdown: string): string | undefined {
  const found = markdown
    .replaceAll(codeBlock, "")
    .split(/\n\s*\n/)
    .map(inOneLine)
    .filter((text) => /^[A-Z`*[]/.test(text) && !text.startsWith("Status: "));
  const own = found.filter((text) => !text.startsWith("Specification: "));
  return own.find((text) => /[.!?][)`*]*(?:\s|$)/.test(text)) ?? own[0] ?? found[0];
}

/** The first paragraph of the first comment of a program, in TypeScript or Python. */
function headComment(markdown: string): string | undefined {
  const [, stars, quotes, slashes] = /^(?:\/\*\*(.*?)\*\/|"""(.*?)"""|(\/\/ .*?)$(?!\n\/\/ ))/ms.exec(markdown) ?? [];
  const comment = stars ?? quotes ?? slashes;
  const [text] =
    comment
      ?.replace(/^(?: \*|\/\/) ?/gm, "")
      .trim()
      .split(/\n\s*\n/) ?? [];
  return text === undefined ? undefined : inOneLine(text);
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}
