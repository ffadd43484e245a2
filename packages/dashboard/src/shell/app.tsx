import type { JSX } from "preact";
import { CandlePanel } from "../charts/candles.js";
import { isOnline } from "../data/desk.js";
import { FlattenDialog } from "../keys/flatten-dialog.js";
import { openView, overlay, view } from "../keys/overlays.js";
import { Palette } from "../keys/palette.js";
import { Sheet } from "../keys/sheet.js";
import { DepthPanel } from "../panels/depth-chart.js";
import { LadderPanel } from "../panels/ladder.js";
import { PairList } from "../panels/pair-list.js";
import { TapePanel } from "../panels/tape.js";
import { Tabs } from "../tables/tabs.js";
import { TicketPanel } from "../ticket/ticket.js";
import { assertive, polite } from "./announcements.js";
import { Bands } from "./bands.js";
import { StatusBar } from "./status-bar.js";
import { TickerStrip } from "./ticker-strip.js";

/** What screen readers hear. */
function Voices(): JSX.Element {
  return (
    <>
      <output class="unseen" aria-live="polite">
        {polite.value}
      </output>
      <div class="unseen" role="alert">
        {assertive.value}
      </div>
    </>
  );
}

/** The parts that a narrow page shows one by one. */
function Views(): JSX.Element {
  return (
    <nav class="views" aria-label="Parts of the desk">
      {(["trade", "chart", "tables", "pairs"] as const).map((name) => (
        <button key={name} type="button" aria-pressed={view.value === name} onClick={() => openView(name)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

/** The whole desk. */
export function App(): JSX.Element {
  return (
    <div class={`desk ${isOnline.value ? "" : "offline"}`} data-view={view.value}>
      <StatusBar />
      <div class="strip">
        <TickerStrip />
        <Bands />
      </div>
      <main class="grid">
        <LadderPanel />
        <TicketPanel />
        <CandlePanel />
        <DepthPanel />
        <TapePanel />
        <PairList />
        <Tabs />
      </main>
      <Views />
      <Voices />
      {overlay.value === "palette" || overlay.value === "pairs" ? <Palette /> : undefined}
      {overlay.value === "sheet" ? <Sheet /> : undefined}
      {overlay.value === "flatten" ? <FlattenDialog /> : undefined}
    </div>
  );
}
