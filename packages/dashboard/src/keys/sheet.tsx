import type { JSX } from "preact";
import { Dialog } from "./dialog.js";

const sheet: readonly (readonly [keys: string, words: string])[] = [
  ["Ctrl K", "Every action, every pair"],
  ["/", "Search in the open table"],
  ["1 … 7", "Tabs"],
  ["j k", "Rows"],
  ["x", "The chosen row: cancel the order; write the order that closes the position"],
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
    <Dialog name="keys" label="Keys">
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
    </Dialog>
  );
}
