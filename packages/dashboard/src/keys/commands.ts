import { cancelAll, flatten, halt, resume } from "../data/actions.js";
import { pairs } from "../data/reference.js";
import { colours, pair, theme } from "../data/settings.js";
import { pairText } from "../numbers/format.js";
import { chooseDirection } from "../ticket/ticket-state.js";
import { openTab, overlay, tabNames } from "./overlays.js";

/** Something that can be done by name. */
export interface Command {
  readonly name: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Looks at a pair. */
export function choosePair(name: string): void {
  pair.value = name;
}

/** Every action. */
export function actions(): readonly Command[] {
  return [
    { name: "HALT: refuse new orders, cancel open ones", keys: "Shift H", run: () => void halt() },
    { name: "Let new orders through again", run: () => void resume() },
    { name: "Cancel all orders", keys: "Shift X", run: () => void cancelAll() },
    { name: "Close every position at the market", run: () => void flatten() },
    { name: "Ticket: buy", keys: "B", run: () => chooseDirection("buy") },
    { name: "Ticket: sell", keys: "S", run: () => chooseDirection("sell") },
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
