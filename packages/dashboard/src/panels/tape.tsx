import type { JSX } from "preact";
import { trades } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { pair } from "../data/settings.js";
import { clockText, exactTime, grouped } from "../numbers/format.js";
import { Panel } from "../shell/panel.js";

/** Rows that can be seen at the most. */
const shown = 40;

/** The latest trades of everybody, newest first. */
export function TapePanel(): JSX.Element {
  const { priceScale = 0, quantityScale = 0 } = facts.value.get(pair.value) ?? {};
  const rows = trades.value.slice(0, shown);
  return (
    <Panel area="tape" title="Trades">
      <div class="body">
        <div class="tape">
          <table>
            <thead>
              <tr>
                <th scope="col">time</th>
                <th scope="col">price</th>
                <th scope="col">size</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ price, quantity, side, tradedAtMs }, index) => (
                <tr key={trades.value.length - index}>
                  <td class="muted" title={exactTime(tradedAtMs)}>
                    {clockText(tradedAtMs)}
                  </td>
                  <td class={side === "buy" ? "buy" : "sell"} title={price}>
                    {side === "buy" ? "▴" : "▾"} {grouped(price, priceScale)}
                  </td>
                  <td title={quantity}>{grouped(quantity, quantityScale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 ? <p class="nothing">Trades of everybody appear here as they happen.</p> : undefined}
        </div>
      </div>
    </Panel>
  );
}
