import type { JSX } from "preact";
import { clockText, grouped } from "./figures.js";
import { Panel, Scroll } from "./panel.js";
import { deals, facts } from "./world.js";

/** The market's latest trades, newest first. */
export function TradesPanel(): JSX.Element {
  const { priceScale = 0, quantityScale = 0 } = facts.value ?? {};
  return (
    <Panel area="trades" title="Trades">
      <Scroll label="The market's trades, newest first">
        <table class="tape">
          <thead>
            <tr>
              <th>time</th>
              <th>price</th>
              <th>size</th>
            </tr>
          </thead>
          <tbody>
            {deals.value.map(({ price, quantity, side, tradedAtMs }, at) => (
              <tr key={deals.value.length - at}>
                <td class="muted">{clockText(tradedAtMs)}</td>
                <td class={side === "buy" ? "figure buy" : "figure sell"}>{grouped(price, priceScale)}</td>
                <td class="figure">{grouped(quantity, quantityScale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
