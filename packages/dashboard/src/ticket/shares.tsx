import type { JSX } from "preact";
import { account } from "../data/desk.js";
import { backings, facts } from "../data/reference.js";
import { divideDecimals, isDecimal, multiplyDecimals, roundToMultiple, signOf } from "../numbers/exact.js";
import { availableIn, opens, positionSideOf } from "./draft.js";
import { draft, phase, quantity } from "./ticket-state.js";

const shares = ["0.1", "0.25", "0.5", "1"] as const;

/** The whole that a share is of: what can be closed, or what the available margin buys at the order's price. */
function wholeOf(): string | undefined {
  const order = draft.value;
  const side = positionSideOf(order);
  if (!opens(order)) {
    return account.value?.positions.find((held) => held.pair === order.pair && held.side === side)?.closableQuantity;
  }
  const available = availableIn(order.pair, account.value);
  const backing = backings.value.get(order.pair);
  const leverage = side === "long" ? backing?.long : backing?.short;
  const known = available !== undefined && leverage !== undefined && isDecimal(leverage) && isDecimal(order.price);
  return known && signOf(order.price) > 0
    ? divideDecimals(multiplyDecimals(available, leverage), order.price, 10, "down")
    : undefined;
}

/** Amounts as shares of what is there. */
export function Shares(): JSX.Element {
  const unit = facts.value.get(draft.value.pair)?.unit;
  const whole = wholeOf();
  return (
    <div class="shares">
      {shares.map((share) => (
        <button
          key={share}
          type="button"
          disabled={whole === undefined || unit === undefined}
          onClick={() => {
            quantity.value = roundToMultiple(multiplyDecimals(whole ?? "0", share), unit ?? "1", "down");
            phase.value = "writing";
          }}
        >
          {Number(share) * 100} %
        </button>
      ))}
    </div>
  );
}
