import type { JSX } from "preact";
import { flatten } from "../data/actions.js";
import { account, whyReadOnly } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { grouped, pairText } from "../numbers/format.js";
import { closeOverlay, Dialog } from "./dialog.js";

/** Asks once more before every position is closed. What has the keyboard first changes nothing. */
export function FlattenDialog(): JSX.Element {
  const held = account.value?.positions ?? [];
  const barred = whyReadOnly.value;
  return (
    <Dialog name="ask" label="Close every position">
      <div class="sheet">
        <h2>Close every position at the market?</h2>
        {held.length === 0 ? <p class="muted">The account holds no position.</p> : undefined}
        <ul>
          {held.map(({ pair, side, quantity }) => (
            <li key={`${pair} ${side}`}>
              {side} {grouped(quantity, facts.value.get(pair)?.quantityScale ?? 0)} {pairText(pair)}
            </li>
          ))}
        </ul>
        <p class={barred === undefined ? "muted" : "warn"}>
          {barred ?? "Each is closed by a market order that can only close. Open orders stay as they are."}
        </p>
        <div class="two">
          <button type="button" onClick={closeOverlay}>
            Back <kbd>Esc</kbd>
          </button>
          <button
            type="button"
            class="go"
            disabled={held.length === 0 || barred !== undefined}
            onClick={() => {
              closeOverlay();
              void flatten();
            }}
          >
            Close {held.length}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
