/** A piece of a document with the headings that it stands under. */
export type Block = {
  /** Text of the level-two heading. */
  readonly chapter: string;
  /** Text of the level-three heading, or the empty text. */
  readonly heading: string;
} & (
  | { readonly kind: "table"; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "bullet" | "paragraph"; readonly text: string }
  | { readonly kind: "numbered"; readonly number: number; readonly text: string }
);

/** Splits the subset of Markdown that the specification uses into blocks, in order. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let chapter = "";
  let heading = "";
  let table: string[][] = [];
  const endTable = (): void => {
    const [header, ...rows] = table;
    if (header !== undefined) {
      blocks.push({ chapter, heading, kind: "table", header, rows });
    }
    table = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("|")) {
      if (!/^\|[-|: ]+\|$/.test(line)) {
        table.push(cellsOf(line));
      }
      continue;
    }
    endTable();
    const numbered = /^(\d+)\.\*? (.*)$/.exec(line);
    if (line.startsWith("### ")) {
      heading = line.slice(4).trim();
    } else if (line.startsWith("## ")) {
      chapter = line.slice(3).trim();
      heading = "";
    } else if (line.startsWith("# ") || line.trim() === "") {
      // The title and blank lines say nothing.
    } else if (line.startsWith("- ")) {
      blocks.push({ chapter, heading, kind: "bullet", text: line.slice(2) });
    } else if (numbered) {
      blocks.push({ chapter, heading, kind: "numbered", number: Number(numbered[1]), text: numbered[2] ?? "" });
    } else {
      blocks.push({ chapter, heading, kind: "paragraph", text: line.trim() });
    }
  }
  endTable();
  return blocks;
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
}

/** The texts between back-ticks. */
export function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

/** The text without its parentheses, nested ones included. */
export function withoutParentheses(text: string): string {
  let depth = 0;
  let kept = "";
  for (const character of text) {
    if (character === "(") {
      depth += 1;
    } else if (character === ")") {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0) {
      kept += character;
    }
  }
  return kept;
}

/** Sentences of a paragraph. Dots inside back-ticks and numbers end none. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
