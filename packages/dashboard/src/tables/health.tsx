import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { lags, waiting } from "../charts/history.js";
import { Plot } from "../charts/plot.js";
import { missed, nowMs, status } from "../data/desk.js";
import type { BookStanding } from "../data/wire.js";
import { exactTime, grouped, pairText, spanText, unknownText } from "../numbers/format.js";
import { type Column, Table } from "./table.js";

const columns: readonly Column<BookStanding>[] = [
  { title: "book", kind: "text", text: ({ pair }) => pairText(pair) },
  {
    title: "status",
    kind: "text",
    text: ({ status }) => status,
    show: ({ status }) => <span class={status === "live" ? "good" : "warn"}>{status}</span>,
  },
  { title: "why", kind: "text", text: ({ reason = "" }) => reason.replaceAll("-", " ") },
  {
    title: "heard",
    kind: "figure",
    text: ({ receivedAtMs }) => String(receivedAtMs),
    show: ({ receivedAtMs }) => (receivedAtMs === 0 ? unknownText : `${spanText(nowMs.value - receivedAtMs)} ago`),
    exact: ({ receivedAtMs }) => exactTime(receivedAtMs),
  },
  {
    title: "lag",
    kind: "figure",
    text: ({ receivedAtMs, updatedAtMs }) => String(Math.max(0, receivedAtMs - updatedAtMs)),
    show: ({ receivedAtMs, updatedAtMs }) => spanText(receivedAtMs - updatedAtMs),
  },
];

function Counts(): JSX.Element {
  const { statistics, throttle } = status.value ?? {};
  const rows: readonly (readonly [name: string, value: number | undefined])[] = [
    ["messages of the venue", statistics?.frames],
    ["gaps in books", statistics?.gaps],
    ["resyncs", statistics?.resyncs],
    ["reconnects", statistics?.reconnects],
    ["signed calls sent", throttle?.granted],
    ["refused as too frequent", throttle?.coolDowns],
    ["events missed here", missed.value.counted],
    ["gaps nobody can count", missed.value.uncounted],
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? unknownText : grouped(String(value))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How every book is, what waits, and how that was in the last ten minutes. */
export function Health({ search }: { readonly search: Signal<string> }): JSX.Element {
  return (
    <div class="split">
      <div>
        <Table
          label="Books"
          columns={columns}
          rows={status.value?.books ?? []}
          keyOf={({ pair }) => pair}
          search={search}
          nothing="The books that the accelerator keeps stand here: those of --pairs, and those that somebody asked for."
        />
      </div>
      <section
        class="health-side"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label="Counts and plots"
      >
        <Counts />
        <div class="plots">
          <Plot history={lags} name="lag of books, ms" from="zero" />
          <Plot history={waiting} name="calls that wait" from="zero" />
        </div>
      </section>
    </div>
  );
}
