import { type Colour, type DrawnScreen, openScreen, type TerminalOutput } from "@depthwire/cli/internal";
import type { LiveState } from "./live-state.js";
import { renderStatusLine } from "./status-line.js";
import { renderTable } from "./table.js";

/** Shows the live state to a person, or to a log. */
export interface Display {
  /** How often it wants a new state, in milliseconds. */
  readonly everyMs: number;
  /** Says something that stays readable when the display is closed. It comes before anything is shown. */
  announce(text: string): void;
  show(state: LiveState): void;
  /** Gives the output back; harmless a second time. */
  close(): void;
}

/** What the display needs to know of the process it runs in. */
export interface DisplayEnvironment {
  /** `TERM`. */
  readonly term: string | undefined;
  /** `NO_COLOR`: set and not empty means no colour. */
  readonly noColor: string | undefined;
}

const screenEveryMs = 200;
const lineEveryMs = 1000;

/** A table that is redrawn in place on a terminal, one line a second elsewhere. */
export function openDisplay(
  output: TerminalOutput & { readonly isTTY?: boolean | undefined },
  environment: DisplayEnvironment,
): Display {
  if (output.isTTY !== true || environment.term === "dumb") {
    return {
      everyMs: lineEveryMs,
      announce: (text) => output.write(text),
      show: (state) => output.write(`${renderStatusLine(state)}\n`),
      close: () => {},
    };
  }
  const colour: Colour = environment.noColor ? "plain" : "colour";
  let screen: DrawnScreen | undefined;
  let isOpen = true;
  return {
    everyMs: screenEveryMs,
    announce: (text) => output.write(text),
    show: (state) => {
      if (!isOpen) {
        return;
      }
      screen ??= openScreen(output, colour);
      screen.draw(renderTable(state, screen.size));
    },
    close: () => {
      isOpen = false;
      screen?.close();
    },
  };
}
