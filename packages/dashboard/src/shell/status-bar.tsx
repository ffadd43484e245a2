import type { JSX } from "preact";
import { halt } from "../data/actions.js";
import { link, nowMs, status, whyReadOnly } from "../data/desk.js";
import { theme } from "../data/settings.js";
import type { Freshness, Status } from "../data/wire.js";
import { openPalette } from "../keys/overlays.js";
import { spanText, unknownText } from "../numbers/format.js";

const themes = ["system", "dark", "light"] as const;

/** The next theme. */
export function turnTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? "system";
}

/** The largest delay of books that are live, in milliseconds. */
export function lagOf({ books }: Status): number | undefined {
  const lags = books.filter((book) => book.status === "live").map((book) => book.receivedAtMs - book.updatedAtMs);
  return lags.length === 0 ? undefined : Math.max(0, ...lags);
}

function Venue({ told }: { readonly told: Status | undefined }): JSX.Element {
  const live = told?.books.filter((book) => book.status === "live").length ?? 0;
  const all = told?.books.length ?? 0;
  const isOnline = link.value.kind === "live";
  const how = !isOnline || (all > 0 && live === 0) ? "bad" : live < all ? "warn" : "";
  const words = all > 0 && live === 0 ? "offline" : "live";
  return (
    <span class="item">
      <i class={`dot ${how}`} aria-hidden="true" />
      venue <b>{isOnline && told !== undefined ? `${words} ${live}/${all}` : "unknown"}</b>
    </span>
  );
}

/** What is younger has just been: a figure that changes with every look would only be restless. */
const justNowMs = 2_000;

function accountWords(fresh: Freshness | undefined, hasKey: boolean): readonly [how: string, words: string] {
  if (!hasKey) {
    return ["warn", "no key"];
  }
  switch (fresh?.kind) {
    case "fresh":
      return [
        "",
        `in step, last change ${(fresh.ageMs ?? 0) < justNowMs ? "just now" : `${spanText(fresh.ageMs ?? 0)} ago`}`,
      ];
    case "stale":
      return ["bad", `${fresh.reason ?? "outdated"} for ${spanText(nowMs.value - (fresh.sinceMs ?? nowMs.value))}`];
    default:
      return ["warn", fresh?.reason ?? "not known yet"];
  }
}

function Account({ told }: { readonly told: Status | undefined }): JSX.Element {
  const isOnline = link.value.kind === "live";
  const [how, words] = isOnline ? accountWords(told?.account, told?.hasKey ?? true) : (["bad", "unknown"] as const);
  return (
    <span class="item middle">
      <i class={`dot ${how}`} aria-hidden="true" />
      account <b>{words}</b>
    </span>
  );
}

function Calls({ told }: { readonly told: Status | undefined }): JSX.Element {
  const title = "Signed calls that may go out right now, and those that wait for their turn";
  if (told === undefined || link.value.kind !== "live") {
    return (
      <span class="item wide" title={title}>
        calls <b>unknown</b>
      </span>
    );
  }
  const { queued, free } = told.throttle;
  const waiting = Object.values(queued).reduce((sum, count) => sum + count, 0);
  return (
    <span class="item wide" title={title}>
      calls <b>{free} free</b>
      {waiting > 0 ? <b class="warn">, {waiting} wait</b> : undefined}
    </span>
  );
}

/** What holds for everything, and the way to stop everything. */
export function StatusBar(): JSX.Element {
  const told = status.value;
  const lag = told && lagOf(told);
  return (
    <header class="bar">
      <h1 class="mark unseen">Depthwire</h1>
      <span class="mark" aria-hidden="true">
        Depthwire
      </span>
      <Venue told={told} />
      <span class="item wide">
        lag <b class="figure">{lag === undefined || link.value.kind !== "live" ? unknownText : spanText(lag)}</b>
      </span>
      <Account told={told} />
      <Calls told={told} />
      {whyReadOnly.value === undefined || told === undefined ? undefined : (
        <span class="pill" title={whyReadOnly.value}>
          READ-ONLY
        </span>
      )}
      {told?.halt === undefined ? undefined : (
        <span class="pill bad">{told.halt.isReached ? "HALTED" : "HALTING"}</span>
      )}
      <span class="push" />
      <button type="button" class="plain" onClick={() => openPalette("all")} aria-label="Ctrl K, menu: commands">
        <kbd class="keys">Ctrl K</kbd>
        <span class="menu">menu</span>
      </button>
      <button type="button" class="plain wide" onClick={turnTheme}>
        {theme.value} theme
      </button>
      <button
        type="button"
        class="halt"
        onClick={() => void halt()}
        title="Refuses new orders and cancels open ones, at once (Shift-H)"
      >
        HALT
      </button>
    </header>
  );
}
