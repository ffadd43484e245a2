import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { equity, equityText } from "../charts/history.js";
import { Plot } from "../charts/plot.js";
import { account, fills } from "../data/desk.js";
import type { Asset } from "../data/wire.js";
import { addDecimals, signOf } from "../numbers/exact.js";
import { grouped, sumText, unknownText } from "../numbers/format.js";
import { gainOf } from "./columns.js";
import { type Column, Table } from "./table.js";

function figure(title: string, text: (asset: Asset) => string): Column<Asset> {
  return { title, kind: "figure", text, show: (asset) => grouped(text(asset)) };
}

const columns: readonly Column<Asset>[] = [
  { title: "coin", kind: "text", text: ({ coin }) => coin },
  figure("available", ({ available }) => available),
  figure("frozen, fixed", ({ fixedFrozen }) => fixedFrozen),
  figure("frozen, cross", ({ crossFrozen }) => crossFrozen),
  figure("margin, fixed", ({ fixedMargin }) => fixedMargin),
  figure("margin, cross", ({ crossMargin }) => crossMargin),
];

function Sums(): JSX.Element {
  const worth = equityText();
  const gain = account.value?.positions.map((position) => gainOf(position) ?? "0").reduce(addDecimals, "0");
  const fees = fills.value.map(({ fee }) => fee).reduce(addDecimals, "0");
  const rows = [
    ["worth in USDT, at last prices", worth && sumText(worth), worth],
    ["gain of open positions, at last prices", gain && (signOf(gain) > 0 ? `+${sumText(gain)}` : sumText(gain)), gain],
    ["fees of the fills shown", sumText(fees), fees],
  ] as const;
  return (
    <dl class="facts">
      {rows.map(([name, text, exact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={exact}>{text ?? unknownText}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the account has, and how that went since the page was opened. */
export function Balances({ search }: { readonly search: Signal<string> }): JSX.Element {
  return (
    <div class="split">
      <div>
        <Table
          label="Balances"
          columns={columns}
          rows={account.value?.assets ?? []}
          keyOf={({ coin }) => coin}
          search={search}
          nothing="What the contract account holds stands here, once the account is known."
        />
      </div>
      <section
        class="health-side"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label="Sums and plot"
      >
        <Sums />
        <div class="plots single">
          <Plot history={equity} name="worth in USDT since this page was opened" from="around" />
        </div>
      </section>
    </div>
  );
}
