import { cancelAll, halt, resume } from "../data/actions.js";
import { status } from "../data/desk.js";
import { pairs } from "../data/reference.js";
import { colours, pair, theme } from "../data/settings.js";
import type { Position } from "../data/wire.js";
import { pairText } from "../numbers/format.js";
import { announce } from "../shell/announcements.js";
import { chooseDirection, prepareClosing, words } from "../ticket/ticket-state.js";
import { openFlatten, openTab, overlay, tabNames, view } from "./overlays.js";

/** Shows the order that closes a position, to be made smaller or sent. */
export function closePosition(position: Position): void {
  prepareClosing(position);
  view.value = "trade";
  document.querySelector<HTMLInputElement>("#ticket-quantity")?.focus();
  announce(`To be reviewed: ${words.value}`, "polite");
}

/** Something that can be done by name. */
export interface Command {
  readonly name: string;
  readonly keys?: string;
  /** It cannot be taken back: never what Enter does before it was asked for by name. */
  readonly isGrave?: true;
  readonly run: () => void;
}

/** Looks at a pair. */
export function choosePair(name: string): void {
  pair.value = name;
}

/** Every action. */
export function actions(): readonly Command[] {
  return [
    { name: "Ticket: buy", keys: "B", run: () => chooseDirection("buy") },
    { name: "Ticket: sell", keys: "S", run: () => chooseDirection("sell") },
    { name: "HALT: refuse new orders, cancel open ones", keys: "Shift H", isGrave: true, run: () => void halt() },
    ...(status.value?.halt === undefined
      ? []
      : [{ name: "Let new orders through again", isGrave: true as const, run: () => void resume() }]),
    { name: "Cancel all orders", keys: "Shift X", isGrave: true, run: () => void cancelAll() },
    { name: "Close every position at the market …", isGrave: true, run: () => openFlatten() },
    ...tabNames.map((name, index) => ({ name: `Show ${name}`, keys: String(index + 1), run: () => openTab(name) })),
    ...(["system", "dark", "light"] as const).map((name) => ({
      name: `Theme: ${name}`,
      run: () => {
        theme.value = name;
      },
    })),
    ...(["green-red", "red-green", "neutral"] as const).map((name) => ({
      name: `Colours of buy and sell: ${name.replace("-", " and ")}`,
      run: () => {
        colours.value = name;
      },
    })),
    {
      name: "Keys",
      keys: "?",
      run: () => {
        overlay.value = "sheet";
      },
    },
  ];
}

/** Every pair, to look at. */
export function pairCommands(): readonly Command[] {
  return pairs.value.map((name) => ({ name: pairText(name), keys: name, run: () => choosePair(name) }));
}

/** Whoever types fewer letters than these has not asked for anything by its name. */
const lettersOfName = 3;

/** What Enter does with the commands that were found: nothing grave before it was asked for by name. @returns -1: nothing */
export function firstChoice(found: readonly Command[], text: string): number {
  return found.findIndex(({ isGrave }) => isGrave === undefined || text.trim().length >= lettersOfName);
}

/** Commands whose names have all of the words, those first that begin with them. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = commands.filter(({ name, keys = "" }) => {
    const all = `${name} ${keys}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = (command: Command): number => (command.name.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
