import type { JSX } from "preact";
import type { ShownAccount } from "../engine/engine-message.js";
import { grouped } from "./figures.js";
import { Panel, Scroll } from "./panel.js";
import { account, facts, type World } from "./world.js";

function Orders({ orders, world }: { orders: ShownAccount["orders"]; world: World }): JSX.Element {
  const { priceScale = 0, quantityScale = 0 } = facts.value ?? {};
  if (orders.length === 0) {
    return <p class="muted">No order waits.</p>;
  }
  return (
    <table class="tape orders">
      <thead>
        <tr>
          <th>order</th>
          <th>price</th>
          <th>traded of</th>
          <th>
            <span class="unseen">cancel</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ orderId, side, price, quantity, dealQuantity }) => (
          <tr key={orderId}>
            <td>{side.replace("-", " ")}</td>
            <td class="figure">{grouped(price, priceScale)}</td>
            <td class="figure">
              {dealQuantity} / {grouped(quantity, quantityScale)}
            </td>
            <td>
              <button type="button" aria-label={`Cancel order ${orderId}`} onClick={() => world.cancel(orderId)}>
                Cancel
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the demo account has, holds and waits for. */
export function AccountPanel({ world }: { readonly world: World }): JSX.Element {
  const { isWhole = false, available = "", orders = [], positions = [] } = account.value ?? {};
  return (
    <Panel
      area="account"
      title="Account"
      head={<span class={isWhole ? "push good" : "push warn"}>{isWhole ? "known" : "may be incomplete"}</span>}
    >
      <Scroll label="Money, positions and orders that wait" class="account">
        <p>
          <span class="muted">Available </span>
          <span class="figure">{available === "" ? "–" : `${grouped(available)} USDT`}</span>
        </p>
        {positions.map(({ side, quantity, openPrice }) => (
          <p key={side}>
            <span class="muted">Position </span>
            {side} {quantity} BTC at {grouped(openPrice, facts.value?.priceScale)}
          </p>
        ))}
        <Orders orders={orders} world={world} />
      </Scroll>
    </Panel>
  );
}
