/** What is done with a block, as the words behind its language say: `name=value`, with quotes where the value has blanks. */
export interface BlockWords {
  /** Others of the page may continue it by this name. */
  readonly name?: string;
  /** Names of the blocks that it continues, separated by commas; of another page as `page.md#name`. */
  readonly after?: string;
  /** It goes on without end: the run is over, and right, when its output has this text. */
  readonly until?: string;
  /** It stays running beside the blocks that follow on the page, from when its output has this text. */
  readonly beside?: string;
  /** The exit code that it shall end with, 0 without it. */
  readonly exit?: string;
  /** Where it belongs: in the repository's folder, or in a web page. A folder of its own, with the packages, without it. */
  readonly in?: "repository" | "page";
  /** It is written to this file of the page's folder. */
  readonly file?: string;
  /** It is not run, and why. */
  readonly skip?: string;
}

/** A fenced block of a Markdown page. */
export interface Block {
  /** From the root of the workspace. */
  readonly page: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly words: BlockWords;
  /** Readers see it; others stand in a comment of the page, and are what a block shown needs around it. */
  readonly isShown: boolean;
  readonly text: string;
}

const knownWords: ReadonlySet<string> = new Set(["name", "after", "until", "beside", "exit", "in", "file", "skip"]);

/** Output and drawings: nothing that could be run. */
const proseLanguages: ReadonlySet<string> = new Set(["", "text"]);

/**
 * The blocks of a page that are code: fenced with a language, or in a comment that begins with one.
 *
 * @throws Error naming page and line where the words behind a language are not understood
 */
export function blocksOf(page: string, markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const opened = /^(```|<!-- (?=(?:ts|js|sh|json)\b))(.*)$/.exec(lines[i] ?? "");
    if (opened === null) {
      continue;
    }
    const isShown = opened[1] === "```";
    const end = lines.indexOf(isShown ? "```" : "-->", i + 1);
    if (end < 0) {
      throw new Error(`${page}:${i + 1}: this block has no end`);
    }
    const [language = "", ...rest] = (opened[2] ?? "").split(" ");
    if (!proseLanguages.has(language)) {
      const text = lines.slice(i + 1, end).join("\n");
      blocks.push({ page, line: i + 1, language, words: wordsOf(rest.join(" "), `${page}:${i + 1}`), isShown, text });
    }
    i = end;
  }
  return blocks;
}

function wordsOf(text: string, place: string): BlockWords {
  const words: Record<string, string> = {};
  const rest = text.replaceAll(/([a-z]+)=(?:"([^"]*)"|(\S+))/g, (_, key: string, quoted?: string, plain?: string) => {
    if (!knownWords.has(key)) {
      throw new Error(`${place}: ${key}= means nothing; there are ${[...knownWords].join(", ")}`);
    }
    words[key] = quoted ?? plain ?? "";
    return "";
  });
  if (rest.trim() !== "") {
    throw new Error(`${place}: ${rest.trim()} is not understood; words have the form name=value`);
  }
  const where = words["in"];
  if (where !== undefined && where !== "repository" && where !== "page") {
    throw new Error(`${place}: in=${where} is no place; there are repository and page`);
  }
  return words;
}
