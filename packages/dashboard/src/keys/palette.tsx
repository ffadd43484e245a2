import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { actions, type Command, firstChoice, matching, pairCommands } from "./commands.js";
import { closeOverlay, Dialog } from "./dialog.js";
import { overlay } from "./overlays.js";

/** So many commands are shown. */
const shown = 40;

const combobox = {
  role: "combobox",
  list: undefined,
  "aria-expanded": true,
  "aria-controls": "palette-list",
} as const;

interface OptionsProps {
  readonly found: readonly Command[];
  readonly at: number;
  readonly run: (command: Command) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The commands that were found; the chosen one is kept in sight. */
function Options({ found, at, run, onKeyDown }: OptionsProps): JSX.Element {
  useEffect(() => {
    document.getElementById(`palette-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div id="palette-list" class="list" role="listbox" aria-label="Commands">
      {found.map((command, index) => (
        <div
          class={`option ${command.isGrave === true ? "grave" : ""}`}
          key={command.name}
          id={`palette-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => run(command)}
          onKeyDown={onKeyDown}
        >
          <span>{command.name}</span>
          {command.keys === undefined ? undefined : <kbd class="push">{command.keys}</kbd>}
        </div>
      ))}
    </div>
  );
}

/** Every action and every pair, by name. */
export function Palette(): JSX.Element {
  const text = useSignal("");
  // Where the arrow keys went; undefined: to where the text alone leads.
  const moved = useSignal<number | undefined>(undefined);
  const all = overlay.value === "pairs" ? pairCommands() : [...actions(), ...pairCommands()];
  const found = matching(all, text.value).slice(0, shown);
  const at = moved.value ?? firstChoice(found, text.value);
  const run = (command: Command | undefined): void => {
    closeOverlay();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      moved.value = (Math.max(at, step < 0 ? 0 : -1) + step + found.length) % Math.max(1, found.length);
    } else if (event.key === "Enter" && !event.repeat) {
      event.preventDefault();
      if (found[at] !== undefined) {
        run(found[at]);
      }
    }
  };
  return (
    <Dialog name="palette" label="Commands">
      <div>
        <input
          type="text"
          {...combobox}
          aria-activedescendant={at >= 0 ? `palette-${at}` : undefined}
          aria-label="Command or pair"
          placeholder="What to do, or which pair"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            moved.value = undefined;
          }}
          onKeyDown={onKeyDown}
        />
        <Options found={found} at={at} run={run} onKeyDown={onKeyDown} />
      </div>
    </Dialog>
  );
}
