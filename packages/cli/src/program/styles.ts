import { styleText } from "node:util";

/** Words in colour. On anything but a terminal they are the words. */
export interface Styles {
  readonly isColoured: boolean;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
  bid(text: string): string;
  ask(text: string): string;
}

/** What decides whether there are colours. */
export interface ColourFacts {
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Colours on a terminal alone, and there not after `NO_COLOR` or on a dumb one. `FORCE_COLOR` is for pipes that end in a terminal. */
export function stylesFor({ isTerminal, environment }: ColourFacts): Styles {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = environment;
  const isWanted = force !== undefined && force !== "" && force !== "0" ? true : isTerminal && term !== "dumb";
  const isColoured = isWanted && (no === undefined || no === "");
  // Else Node would look at this process's own output once more, which need not be where the text goes.
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text;
  return {
    isColoured,
    good: style("green"),
    warn: style("yellow"),
    bad: style("red"),
    dim: style("dim"),
    bold: style("bold"),
    bid: style("green"),
    ask: style("red"),
  };
}
