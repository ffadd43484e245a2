import { type Line, plainText, styledText } from "./layout.js";

/** The visible part of a terminal, in character cells. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** What the screen needs of `process.stdout`. */
export interface TerminalOutput {
  /** Undefined or 0 where the terminal does not tell. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** The terminal has not taken in what was written before. */
  readonly writableNeedDrain: boolean;
  write(text: string): unknown;
}

/** Whether lines are drawn with colour. */
export type Colour = "colour" | "plain";

/** A terminal that is drawn over in place until it is closed. */
export interface DrawnScreen {
  readonly size: ScreenSize;
  /** Draws the lines from the top: those that have changed. A terminal that is behind misses a frame. */
  draw(lines: readonly Line[]): void;
  /** Gives the terminal back as it was: earlier output, cursor and line wrap. Harmless a second time. */
  close(): void;
}

const csi = "\u001b[";
const enter = `${csi}?1049h${csi}?25l${csi}?7l`;
const leave = `${csi}?7h${csi}?25h${csi}?1049l`;
/** Terminals that know it show the frame at once; the others ignore it. */
const beginFrame = `${csi}?2026h`;
const endFrame = `${csi}?2026l`;
const usualSize: ScreenSize = { columns: 80, rows: 24 };

/** Takes the terminal over: alternate screen, no cursor, no line wrap. */
export function openScreen(output: TerminalOutput, colour: Colour): DrawnScreen {
  let shown: readonly string[] = [];
  let shownAt: ScreenSize | undefined;
  let isOpen = true;
  output.write(enter);
  const sizeNow = (): ScreenSize => ({
    columns: output.columns || usualSize.columns,
    rows: output.rows || usualSize.rows,
  });
  return {
    get size() {
      return sizeNow();
    },
    draw(lines) {
      if (!isOpen || output.writableNeedDrain) {
        return;
      }
      const size = sizeNow();
      const drawn = lines.map((line) => drawnLine(line, size, colour));
      // What a terminal makes of its lines when its size changes is not known.
      const isSameSize = shownAt?.columns === size.columns && shownAt.rows === size.rows;
      const frame = frameOf(drawn, isSameSize ? shown : undefined, size);
      shown = drawn;
      shownAt = size;
      if (frame !== "") {
        output.write(`${beginFrame}${frame}${endFrame}`);
      }
    },
    close() {
      if (isOpen) {
        output.write(leave);
      }
      isOpen = false;
    },
  };
}

function drawnLine(line: Line, size: ScreenSize, colour: Colour): string {
  const text = colour === "colour" ? styledText(line) : plainText(line);
  // A full line leaves the cursor on its last cell, which an erase would clear.
  const erase = plainText(line).length < size.columns ? `${csi}K` : "";
  return `${text}${erase}`;
}

/** Everything in one write, each line over the one before it: nothing is blank in between. @param shown undefined: nothing that is known */
function frameOf(drawn: readonly string[], shown: readonly string[] | undefined, size: ScreenSize): string {
  const changed = drawn.map((text, row) => (shown?.[row] === text ? "" : `${csi}${row + 1};1H${text}`)).join("");
  const isShorter = shown === undefined || drawn.length < shown.length;
  const below = isShorter && drawn.length < size.rows ? `${csi}${drawn.length + 1};1H${csi}J` : "";
  return `${changed}${below}`;
}
