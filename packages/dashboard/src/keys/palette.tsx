import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { actions, type Command, matching, pairCommands } from "./commands.js";
import { overlay } from "./overlays.js";

/** So many commands are shown. */
const shown = 40;

const combobox = {
  role: "combobox",
  list: undefined,
  "aria-expanded": true,
  "aria-controls": "palette-list",
} as const;

function close(): void {
  overlay.value = "none";
}

/** A dialog that is open as long as it is there. */
function Overlay({
  name,
  label,
  children,
}: {
  readonly name: string;
  readonly label: string;
  readonly children: JSX.Element;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class={name} aria-label={label} onClose={close}>
      {children}
    </dialog>
  );
}

/** Every action and every pair, by name. */
export function Palette(): JSX.Element {
  const text = useSignal("");
  const at = useSignal(0);
  const all = overlay.value === "pairs" ? pairCommands() : [...actions(), ...pairCommands()];
  const found = matching(all, text.value).slice(0, shown);
  const run = (command: Command | undefined): void => {
    close();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      at.value = (at.value + step + found.length) % Math.max(1, found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[at.value]);
    }
  };
  return (
    <Overlay name="palette" label="Commands">
      <div>
        <input
          type="text"
          {...combobox}
          aria-activedescendant={found.length > 0 ? `palette-${at.value}` : undefined}
          aria-label="Command or pair"
          placeholder="What to do, or which pair"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            at.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
        <div id="palette-list" class="list" role="listbox" aria-label="Commands">
          {found.map((command, index) => (
            <div
              class="option"
              key={command.name}
              id={`palette-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at.value}
              onClick={() => run(command)}
              onKeyDown={onKeyDown}
            >
              <span>{command.name}</span>
              {command.keys === undefined ? undefined : <kbd class="push">{command.keys}</kbd>}
            </div>
          ))}
        </div>
      </div>
    </Overlay>
  );
}

const sheet: readonly (readonly [keys: string, words: string])[] = [
  ["Ctrl K", "Every action, every pair"],
  ["/", "Search in the open table"],
  ["1 … 7", "Tabs"],
  ["j k", "Rows"],
  ["x", "Cancel the chosen row"],
  ["Shift X", "Cancel all orders"],
  ["b s", "Ticket: buy, sell"],
  ["Enter", "In the ticket: review; once more: send"],
  ["Esc", "Back from the review; out of a field"],
  ["Shift H", "HALT: asks nothing, works from anywhere"],
  ["?", "This sheet"],
];

/** What the keys do. */
export function Sheet(): JSX.Element {
  return (
    <Overlay name="keys" label="Keys">
      <div class="sheet">
        <h2>Keys</h2>
        <dl>
          {sheet.map(([keys, words]) => (
            <div class="line" key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p class="faint">Charts by TradingView Lightweight Charts (Apache 2.0) and uPlot (MIT). Esc closes this.</p>
      </div>
    </Overlay>
  );
}
