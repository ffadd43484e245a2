import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { cancelAll, cancelling, cancelOrder, cancelPlan } from "../data/actions.js";
import { account, fills, happenings, status, whyReadOnly } from "../data/desk.js";
import type { Order, PlanOrder } from "../data/wire.js";
import { closePosition } from "../keys/commands.js";
import { openTab, type TabName, tab, tabNames, view } from "../keys/overlays.js";
import { signOf } from "../numbers/exact.js";
import { Grip } from "../shell/grip.js";
import { Balances } from "./balances.js";
import { eventColumns, fillColumns, orderColumns, planColumns, positionColumns } from "./columns.js";
import { Health } from "./health.js";
import { Table } from "./table.js";

const search = signal("");

const titles: Readonly<Record<TabName, string>> = {
  positions: "Positions",
  orders: "Orders",
  plans: "Plans",
  fills: "Fills",
  balances: "Balances & profit",
  events: "Events",
  health: "Health",
};

function countOf(name: TabName): number | undefined {
  const known = account.value;
  switch (name) {
    case "positions":
      return known?.positions.length;
    case "orders":
      return known?.orders.length;
    case "plans":
      return known?.planOrders.length;
    case "fills":
      return fills.value.length;
    case "health":
      return status.value?.notReady.length;
    default:
      return undefined;
  }
}

/** What a table of the account says while it is empty: what is missing is told from what is not there. */
function nothingOf(words: string): string {
  const told = status.value;
  if (told?.replay !== undefined) {
    return "A recording that is played has no account.";
  }
  if (told?.hasKey === false) {
    return "The accelerator holds no API key: start it with one to see the account.";
  }
  return told?.account?.kind === "unknown" || told === undefined ? "Missing: the account is not known yet." : words;
}

/** What can be done with a row; undefined where nothing may be changed. */
function ifAllowed<Row>(act: (row: Row) => void): ((row: Row) => void) | undefined {
  return whyReadOnly.value === undefined ? act : undefined;
}

function Orders(): JSX.Element {
  return (
    <Table
      label="Orders"
      columns={orderColumns}
      rows={account.value?.orders ?? []}
      keyOf={({ orderId }) => orderId}
      search={search}
      nothing={nothingOf("Orders that wait in the book stand here. Write one in the ticket: B buys, S sells.")}
      cancel={ifAllowed<Order>(({ orderId }) => void cancelOrder(orderId))}
      isAsked={({ orderId }) => cancelling.value.has(orderId)}
    />
  );
}

function Positions(): JSX.Element {
  return (
    <Table
      label="Positions"
      columns={positionColumns}
      rows={account.value?.positions ?? []}
      keyOf={({ pair, side }) => `${pair} ${side}`}
      search={search}
      cancel={ifAllowed(closePosition)}
      action="close"
      // What closing orders hold already is not to be closed twice.
      isAsked={({ closableQuantity }) => signOf(closableQuantity) === 0}
      nothing={nothingOf(
        "What the account holds stands here. An order that opens, once it is traded, makes a position.",
      )}
    />
  );
}

function Content(): JSX.Element {
  switch (tab.value) {
    case "orders":
      return <Orders />;
    case "plans":
      return (
        <Table
          label="Plan orders"
          columns={planColumns}
          rows={account.value?.planOrders ?? []}
          keyOf={({ orderId }) => orderId}
          search={search}
          nothing={nothingOf(
            "Take-profits and stop-losses that wait for their trigger stand here: give both in the ticket, and they come with the fill; or close with a trigger.",
          )}
          cancel={ifAllowed<PlanOrder>(({ orderId }) => void cancelPlan(orderId))}
        />
      );
    case "fills":
      return (
        <Table
          label="Fills"
          columns={fillColumns}
          rows={fills.value}
          keyOf={({ fillId, orderId }) => `${orderId} ${fillId}`}
          search={search}
          nothing={nothingOf("Trades of the account since the accelerator's start stand here.")}
        />
      );
    case "balances":
      return <Balances search={search} />;
    case "events":
      return (
        <Table
          label="Events"
          columns={eventColumns}
          rows={happenings.value}
          keyOf={({ id, kind, heardAtMs }) => `${id} ${kind} ${heardAtMs}`}
          search={search}
          nothing="What happens to the account and its trading is told here, while this page is open."
        />
      );
    case "health":
      return <Health search={search} />;
    default:
      return <Positions />;
  }
}

/** Everything that is a list. */
export function Tabs(): JSX.Element {
  const orders = account.value?.orders.length ?? 0;
  const open = tab.value;
  // A narrow page has no room for all: the open one is brought into sight.
  useEffect(() => {
    document.getElementById(`tab-${open}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [open, view.value]);
  return (
    <section class="panel area-tabs" aria-label="Account and health">
      <div class="tabs">
        <div class="names" role="tablist" aria-label="Tables">
          {tabNames.map((name) => {
            const count = countOf(name);
            return (
              <button
                key={name}
                id={`tab-${name}`}
                type="button"
                role="tab"
                aria-selected={tab.value === name}
                aria-controls="tab-content"
                onClick={() => openTab(name)}
              >
                {titles[name]}
                {count === undefined || count === 0 ? undefined : <span class="count">{count}</span>}
              </button>
            );
          })}
        </div>
        <span class="push" />
        {tab.value === "orders" && orders > 0 ? (
          <button type="button" disabled={whyReadOnly.value !== undefined} onClick={() => void cancelAll()}>
            Cancel all {orders}
          </button>
        ) : undefined}
        <input
          type="search"
          aria-label="Search in the table"
          placeholder="Search /"
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
          }}
        />
      </div>
      <div class="body" role="tabpanel" id="tab-content" aria-labelledby={`tab-${tab.value}`} key={tab.value}>
        <Content />
      </div>
      <Grip name="h-tabs" label="Height of the tables" direction="along" edge="at-top" />
    </section>
  );
}
