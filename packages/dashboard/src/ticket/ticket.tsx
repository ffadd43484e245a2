import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { whyReadOnly } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { maxOrderValue, pair } from "../data/settings.js";
import { addDecimals, isDecimal, signOf, stepOf, subtractDecimals } from "../numbers/exact.js";
import { clockText, coinsOf, pairText } from "../numbers/format.js";
import { Grip } from "../shell/grip.js";
import { Panel } from "../shell/panel.js";
import { Backing } from "./backing.js";
import { CostList } from "./cost-list.js";
import { buys, type Draft } from "./draft.js";
import { Shares } from "./shares.js";
import type { Objection } from "./ticket-rules.js";
import * as ticket from "./ticket-state.js";

const sides: Readonly<Record<"open" | "close", readonly (readonly [side: Draft["side"], words: string])[]>> = {
  open: [
    ["open-long", "Buy · open long"],
    ["open-short", "Sell · open short"],
  ],
  close: [
    ["close-short", "Buy · close short"],
    ["close-long", "Sell · close long"],
  ],
};

function write(field: Signal<string>, text: string): void {
  field.value = text;
  ticket.phase.value = "writing";
}

/** One step up or down by the arrow keys. */
function stepBy(field: Signal<string>, step: string, key: string): boolean {
  if ((key !== "ArrowUp" && key !== "ArrowDown") || !isDecimal(field.value)) {
    return false;
  }
  const next = key === "ArrowUp" ? addDecimals(field.value, step) : subtractDecimals(field.value, step);
  if (signOf(next) > 0) {
    write(field, next);
  }
  return true;
}

interface FieldProps {
  readonly name: keyof Draft;
  readonly label: string;
  readonly field: Signal<string>;
  readonly step: string;
}

function Field({ name, label, field, step }: FieldProps): JSX.Element {
  const isWrong = field.value !== "" && ticket.wrong.value.some((objection) => objection.field === name);
  return (
    <label>
      {label}
      <input
        id={`ticket-${name}`}
        inputMode="decimal"
        autoComplete="off"
        value={field.value}
        aria-invalid={isWrong}
        aria-describedby="ticket-objections"
        onInput={({ currentTarget }) => write(field, currentTarget.value.replace(",", "."))}
        onKeyDown={(event) => {
          if (stepBy(field, step, event.key)) {
            event.preventDefault();
          }
        }}
      />
    </label>
  );
}

function Sides(): JSX.Element {
  const kind = ticket.side.value.startsWith("close") ? "close" : "open";
  const choose = ticket.chooseSide;
  const types = kind === "open" ? (["limit", "market"] as const) : (["limit", "market", "trigger"] as const);
  return (
    <>
      <div class="kinds">
        <fieldset class="segments small" aria-label="What it does to a position">
          <button
            type="button"
            aria-pressed={kind === "open"}
            onClick={() => choose(buys(ticket.draft.value) ? "open-long" : "open-short")}
          >
            open
          </button>
          <button
            type="button"
            aria-pressed={kind === "close"}
            onClick={() => choose(buys(ticket.draft.value) ? "close-short" : "close-long")}
          >
            close
          </button>
        </fieldset>
        <fieldset class="segments small" aria-label="Type">
          {types.map((type) => (
            <button
              key={type}
              type="button"
              aria-pressed={ticket.type.value === type}
              onClick={() => {
                ticket.type.value = type;
                ticket.phase.value = "writing";
              }}
            >
              {type}
            </button>
          ))}
        </fieldset>
      </div>
      <fieldset class="segments direction" aria-label="Side">
        {sides[kind].map(([side, words]) => (
          <button
            key={side}
            type="button"
            class={buys({ side }) ? "buy" : "sell"}
            aria-pressed={ticket.side.value === side}
            onClick={() => choose(side)}
          >
            {words}
          </button>
        ))}
      </fieldset>
    </>
  );
}

const fieldsOf: Readonly<Partial<Record<Objection["field"], Signal<string>>>> = {
  quantity: ticket.quantity,
  price: ticket.price,
  takeProfit: ticket.takeProfit,
  stopLoss: ticket.stopLoss,
};

/** What is wrong; what is only missing yet is asked for one by one. */
function toSay(): readonly Objection[] {
  const all = whyReadOnly.value === undefined ? ticket.wrong.value : [];
  const wrong = all.filter(({ isMissing }) => isMissing === undefined);
  return wrong.length > 0 ? wrong : all.slice(0, 1);
}

function Objections(): JSX.Element {
  return (
    <ul id="ticket-objections" class="objections" aria-live="polite">
      {toSay().map(({ field, words, nearest, isMissing }) => (
        <li key={words} class={isMissing ? "missing" : ""}>
          {words}
          {nearest === undefined ? undefined : (
            <button
              type="button"
              onClick={() => {
                const target = fieldsOf[field];
                if (target !== undefined) {
                  write(target, nearest);
                }
              }}
            >
              {nearest}?
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Go(): JSX.Element {
  const hue = buys(ticket.draft.value) ? "buy" : "sell";
  const barred = whyReadOnly.value;
  if (barred !== undefined) {
    return <p class="warn">{barred}.</p>;
  }
  if (ticket.phase.value === "reviewing") {
    return (
      <div class="review">
        <strong>{ticket.words.value}</strong>
        <div class="two">
          <button
            type="button"
            onClick={() => {
              ticket.phase.value = "writing";
            }}
          >
            Back <kbd>Esc</kbd>
          </button>
          <button type="button" class={`go ${hue}`} disabled={ticket.wrong.value.length > 0} onClick={ticket.goOn}>
            Send ↵
          </button>
        </div>
      </div>
    );
  }
  const isSending = ticket.phase.value === "sending";
  return (
    <button type="button" class="go" disabled={isSending || ticket.wrong.value.length > 0} onClick={ticket.goOn}>
      {isSending ? "Sent, not confirmed yet" : "Review ↵"}
    </button>
  );
}

/** What became of an order, and how it stands now. */
function outcomeOf({ told, orderId }: ticket.Sent): string {
  const status = ticket.statusOf(orderId);
  return status === undefined ? told : `${told}, ${status}`;
}

function SentList(): JSX.Element {
  return (
    <ul class="sent" aria-label="Orders sent from here">
      {ticket.sent.value.slice(0, 5).map((one) => (
        <li key={one.key} class={one.state}>
          {clockText(one.atMs)} {one.words}
          <br />
          <span class="muted">{outcomeOf(one)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What is ordered: it refuses with a reason, shows what it costs, and is looked at once more before it is sent. */
export function TicketPanel(): JSX.Element {
  const { priceScale = 0, unit = "1" } = facts.value.get(pair.value) ?? {};
  const [coin, pricing] = coinsOf(pair.value);
  const step = stepOf(priceScale);
  return (
    <Panel area="ticket" title={`Ticket ${pairText(pair.value)}`}>
      <div class="body">
        <div class="ticket">
          <Sides />
          <Backing />
          {ticket.type.value !== "market" ? (
            <Field
              name="price"
              label={`${ticket.type.value === "trigger" ? "Trigger" : "Price"} ${pricing}`}
              field={ticket.price}
              step={step}
            />
          ) : undefined}
          <Field name="quantity" label={`Amount ${coin}`} field={ticket.quantity} step={unit} />
          <Shares />
          {ticket.side.value.startsWith("open") ? (
            <>
              <Field name="takeProfit" label="Take-profit" field={ticket.takeProfit} step={step} />
              <Field name="stopLoss" label="Stop-loss" field={ticket.stopLoss} step={step} />
            </>
          ) : undefined}
          <CostList />
          <div class="at-hand">
            <Objections />
            <Go />
          </div>
          <SentList />
          <details>
            <summary>What will be sent, exactly</summary>
            <pre>{`POST ${ticket.request.value.path}\n${JSON.stringify(ticket.request.value.body, undefined, 1)}`}</pre>
          </details>
          <label title="Orders above it are refused here, before they are sent">
            My limit
            <input
              inputMode="decimal"
              value={maxOrderValue.value}
              onChange={({ currentTarget }) => {
                maxOrderValue.value = currentTarget.value;
              }}
            />
          </label>
        </div>
      </div>
      <Grip name="w-ticket" label="Width of the ticket" direction="across" edge="at-left" />
    </Panel>
  );
}
