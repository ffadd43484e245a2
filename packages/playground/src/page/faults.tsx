import type { JSX } from "preact";
import type { FaultSwitch } from "../venue/venue-message.js";
import { Panel } from "./panel.js";
import { book, lineDelayMs, type World } from "./world.js";

const switches: readonly (readonly [fault: FaultSwitch, name: string, words: string])[] = [
  ["drop", "Drop an update", "The venue sends it to nobody: the next one shows the hole."],
  ["damage", "Damage a frame", "Three bits of a message are flipped on its way."],
  ["hold", "Hold updates back", "Nothing comes for 3 s, then everything at once."],
  ["cut", "Cut the connection", "Books and account lose theirs; new ones are refused for 2 s."],
];

/** How long the line takes each way. */
const delays = [0, 60, 400] as const;

/** What a visitor can do to the line between exchange and client. */
export function FaultsPanel({ world }: { readonly world: World }): JSX.Element {
  return (
    <Panel
      area="faults"
      title="Break it"
      head={<span class="faint">and watch the book say so, and heal by itself</span>}
    >
      <div class="faults">
        {switches.map(([fault, name, words]) => (
          <button
            key={fault}
            type="button"
            class="fault"
            disabled={book.value === undefined}
            onClick={() => world.fault(fault)}
          >
            <b>{name}</b>
            <span class="muted">{words}</span>
          </button>
        ))}
        <div class="fault delays">
          <b id="delays">The line takes, each way</b>
          <fieldset class="segments" aria-labelledby="delays">
            {delays.map((ms) => (
              <button
                key={ms}
                type="button"
                aria-pressed={lineDelayMs.value === ms}
                onClick={() => world.delayLine(ms)}
              >
                {ms} ms
              </button>
            ))}
          </fieldset>
        </div>
      </div>
    </Panel>
  );
}
