/**
 * Characters that are not seen, or that change how others are seen: controls, formats (bidirectional marks, zero width, tags), private and lone
 * halves, line separators. A venue's text with them could move the cursor, hide words or turn their order round.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** What stands in the place of one. */
const mark = "\u{fffd}";

/** The only escape sequences that the command writes into its texts: colours. */
const colour = new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]*m)`);

/** Whether texts have colours of the command's own. */
export type Colouring = "coloured" | "plain";

/** Text for people: its line breaks, tabs and, where it is coloured, its colours stay; everything else that is not seen is marked. */
export function seenText(text: string, colouring: Colouring): string {
  if (colouring === "plain") {
    return seenLines(text);
  }
  return text
    .split(colour)
    .map((part) => (colour.test(part) ? part : seenLines(part)))
    .join("");
}

/** Text of somebody else as one line. */
export function seenLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").replace(unseen, mark);
}

function seenLines(text: string): string {
  return text.replace(unseen, (character) => (character === "\n" || character === "\t" ? character : mark));
}

/** JSON in which everything that is not seen is escaped: the same value, for a terminal too. */
export function seenJson(json: string): string {
  return json.replace(unseen, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
