import type { JSX } from "preact";
import { AccountPanel } from "./account.js";
import { DepthPanel } from "./depth.js";
import { FaultsPanel } from "./faults.js";
import { HappenedPanel } from "./happened.js";
import { LadderPanel } from "./ladder.js";
import { SameBytesPanel } from "./same-bytes.js";
import { setTheme, theme } from "./theme.js";
import { TicketPanel } from "./ticket.js";
import { TradesPanel } from "./trades.js";
import { book, comparison, type World } from "./world.js";

function Bar(): JSX.Element {
  const { compared, different } = comparison.value;
  const status = book.value?.status ?? "syncing";
  const other = theme.value === "dark" ? "light" : "dark";
  return (
    <header class="bar">
      <h1 class="mark">Depthwire</h1>
      <span class="item">
        <span class={`dot ${status}`} />
        BTC/USDT{" "}
        <b class="status" role="status">
          {status}
        </b>
      </span>
      <span class="item compared">
        held against the exchange itself: <b>{compared.toLocaleString("en")}</b> states,{" "}
        <b class={different === 0 ? undefined : "bad"}>{different}</b> differ
      </span>
      <button type="button" class="plain push" onClick={() => setTheme(other)}>
        {other} colours
      </button>
    </header>
  );
}

/** The whole page. */
export function App({ world }: { readonly world: World }): JSX.Element {
  return (
    <div class="desk">
      <Bar />
      <main class="grid">
        <p class="panel area-words">
          An exchange and its client run in this page, each in a worker of its own, joined by nothing but messages. No
          server is asked: the network may be off.
        </p>
        <FaultsPanel world={world} />
        <LadderPanel />
        <HappenedPanel />
        <TicketPanel world={world} />
        <DepthPanel />
        <TradesPanel />
        <AccountPanel world={world} />
        <SameBytesPanel />
      </main>
    </div>
  );
}
