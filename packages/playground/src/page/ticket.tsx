import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { notLive } from "./ladder.js";
import { Panel } from "./panel.js";
import { direction, draftedOrder, draftedSide, intent, price, quantity, type } from "./ticket-draft.js";
import { happenings, type World } from "./world.js";

/** One of a few words, as buttons in a row. */
export function Choice<Value extends string>(props: {
  readonly label: string;
  readonly value: Signal<Value>;
  readonly words: readonly Value[];
}): JSX.Element {
  const { label, value, words } = props;
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {words.map((word) => (
        <button
          key={word}
          type="button"
          class={word}
          aria-pressed={value.value === word}
          onClick={() => {
            value.value = word;
          }}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}

function Field(props: { readonly name: string; readonly label: string; readonly text: Signal<string> }): JSX.Element {
  const { name, label, text } = props;
  return (
    <label>
      {label}
      <input
        id={`ticket-${name}`}
        inputMode="decimal"
        autoComplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
    </label>
  );
}

/** An order that is written, sent, and heard of again. */
export function TicketPanel({ world }: { readonly world: World }): JSX.Element {
  const why = type.value === "market" ? notLive() : undefined;
  const order = why === undefined ? draftedOrder() : undefined;
  const words = `${direction.value === "buy" ? "Buy" : "Sell"} · ${draftedSide().replace("-", " ")}`;
  const [latest] = happenings.value.filter(({ about }) => about === "order");
  return (
    <Panel area="ticket" title="Ticket" head={<span class="push faint">play money</span>}>
      <form
        class="ticket"
        onSubmit={(event) => {
          event.preventDefault();
          if (order !== undefined) {
            world.place(order);
          }
        }}
      >
        <Choice label="What it does to the position" value={intent} words={["open", "close"]} />
        <Choice label="Direction" value={direction} words={["buy", "sell"]} />
        <Choice label="Kind of order" value={type} words={["limit", "market"]} />
        {type.value === "limit" ? <Field name="price" label="Price USDT" text={price} /> : undefined}
        <Field name="quantity" label="Amount BTC" text={quantity} />
        <button type="submit" class={`go ${direction.value}`} disabled={order === undefined}>
          {words}
        </button>
        <p class="muted heard" role="status">
          {why ?? latest?.words ?? "Choose a price in the ladder, an amount such as 0.05, and send."}
        </p>
      </form>
    </Panel>
  );
}
