import { type Signal, signal } from "@preact/signals";

/** What lies above the desk. */
export const overlay: Signal<"none" | "palette" | "pairs" | "sheet" | "flatten"> = signal("none");

/** Asks once more before every position is closed. */
export function openFlatten(): void {
  overlay.value = "flatten";
}

/** The tab that is open. */
export const tab: Signal<TabName> = signal("positions");

/** What a narrow page shows. */
export const view: Signal<"trade" | "chart" | "tables" | "pairs"> = signal("trade");

/** The tabs, in the order of their keys. */
export const tabNames = ["positions", "orders", "plans", "fills", "balances", "events", "health"] as const;

/** One of {@link tabNames}. */
export type TabName = (typeof tabNames)[number];

/** Opens the palette, of everything or of pairs alone. */
export function openPalette(what: "all" | "pairs"): void {
  overlay.value = what === "all" ? "palette" : "pairs";
}

/** A row that is chosen in the open table, and what can be done with it. */
export interface ChosenRow {
  readonly key: string;
  readonly cancel: (() => void) | undefined;
}

/** The rows of the open table as they are shown, for the keys. */
export const shownRows: Signal<readonly ChosenRow[]> = signal([]);

/** Which row is chosen; undefined: none. */
export const chosenKey: Signal<string | undefined> = signal(undefined);

/** Shows a part of a narrow page, from its top. */
export function openView(name: (typeof view)["value"]): void {
  view.value = name;
  document.querySelector(".grid")?.scrollTo(0, 0);
}

/** Opens a tab. */
export function openTab(name: TabName): void {
  tab.value = name;
  view.value = "tables";
  chosenKey.value = undefined;
}

/** Moves the choice by so many rows. */
export function moveChoice(by: number): void {
  const rows = shownRows.value;
  const at = rows.findIndex(({ key }) => key === chosenKey.value);
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  chosenKey.value = rows[next]?.key;
}
