import { type Line, plainText, styledText } from "./layout.js";
import type { ScreenSize } from "./table.js";

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
export interface Screen {
  readonly size: ScreenSize;
  /** Draws the lines from the top. A terminal that is behind misses a frame. */
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
export function openScreen(output: TerminalOutput, colour: Colour): Screen {
  let shown = "";
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
      const frame = frameOf(lines, sizeNow(), colour);
      if (!isOpen || frame === shown || output.writableNeedDrain) {
        return;
      }
      shown = frame;
      output.write(frame);
    },
    close() {
      if (isOpen) {
        output.write(leave);
      }
      isOpen = false;
    },
  };
}

/** Everything in one write, each line over the one before it: nothing is blank in between. */
function frameOf(lines: readonly Line[], size: ScreenSize, colour: Colour): string {
  const drawn = lines.map((line, index) => {
    const text = colour === "colour" ? styledText(line) : plainText(line);
    // A full line leaves the cursor on its last cell, which an erase would clear.
    const erase = plainText(line).length < size.columns ? `${csi}K` : "";
    return `${csi}${index + 1};1H${text}${erase}`;
  });
  const below = lines.length < size.rows ? `${csi}${lines.length + 1};1H${csi}J` : "";
  return `${beginFrame}${drawn.join("")}${below}${endFrame}`;
}
