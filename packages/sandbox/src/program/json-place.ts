/** Where something stands in a text, both from 1. Columns count UTF-16 units, as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** A value in a text, and where it is named: its key, or itself in a list. */
interface Found {
  readonly valueAt: number;
  readonly namedAt: number;
}

/** One token of JSON, or a bracket. What stands between two is white space, commas and colons. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,:{}[\]"]+/gy;
const between = /[\s,:]*/gy;

/** Where the next token begins, and where it ends. */
function tokenFrom(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  between.lastIndex = from;
  between.exec(text);
  token.lastIndex = between.lastIndex;
  const start = between.lastIndex;
  return token.exec(text) === null ? undefined : { start, end: token.lastIndex };
}

/** Where the value that begins at `start` ends. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let end = start;
  do {
    const next = tokenFrom(text, end);
    if (next === undefined) {
      return text.length;
    }
    end = next.end;
    const sign = text[next.start];
    depth += sign === "{" || sign === "[" ? 1 : sign === "}" || sign === "]" ? -1 : 0;
  } while (depth > 0);
  return end;
}

/** What an object or a list at `start` holds, in order. */
function* childrenOf(text: string, start: number): Generator<Found & { readonly name: string }> {
  const isObject = text[start] === "{";
  if (!isObject && text[start] !== "[") {
    return;
  }
  let at = start + 1;
  for (let i = 0; ; i++) {
    const first = tokenFrom(text, at);
    if (first === undefined || text[first.start] === "}" || text[first.start] === "]") {
      return;
    }
    const value = isObject ? tokenFrom(text, first.end) : first;
    if (value === undefined) {
      return;
    }
    const name = isObject ? String(JSON.parse(text.slice(first.start, first.end))) : String(i);
    yield { name, namedAt: first.start, valueAt: value.start };
    at = endOfValue(text, value.start);
  }
}

/**
 * Where a part of a text of JSON is named; where there is no such part, the innermost one around it. A name that the text does not have
 * is left out: checks say `faults[0].count` too where a file is a plain list of rules, or one rule.
 *
 * @param text sound JSON
 * @param path such as `steps[2].pair`
 */
export function placeOf(text: string, path: string): TextPlace {
  const root = tokenFrom(text, 0)?.start ?? 0;
  let found: Found = { valueAt: root, namedAt: root };
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== "")) {
    // Of two with one name the last one counts.
    const inner = [...childrenOf(text, found.valueAt)].findLast((child) => child.name === name);
    found = inner ?? found;
  }
  return placeAt(text, found.namedAt);
}
