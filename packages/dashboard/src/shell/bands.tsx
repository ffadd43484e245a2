import type { JSX } from "preact";
import { haltOutcome, haltReport, notice, resume } from "../data/actions.js";
import { account, link, nowMs, status } from "../data/desk.js";
import { clockText, dateText, spanText } from "../numbers/format.js";
import { dismiss, sent } from "../ticket/ticket-state.js";

function LinkBand(): JSX.Element | undefined {
  const { kind, sinceMs } = link.value;
  switch (kind) {
    case "live":
      return undefined;
    case "connecting":
      return (
        <div>
          <strong>Connecting to the accelerator</strong>
        </div>
      );
    case "logged-out":
      return (
        <div class="bad">
          <strong>This page is not logged in any more.</strong>
          <span>
            The login ended with the program, or after a day. Open the address that the accelerator prints at its start.
          </span>
        </div>
      );
    default:
      return (
        <div class="bad">
          <strong>
            No word from the accelerator since {clockText(sinceMs)} ({spanText(Math.max(0, nowMs.value - sinceMs))}).
          </strong>
          <span>Everything below is as it was then. Orders at the venue stay as they are.</span>
        </div>
      );
  }
}

function outcomeWords({ cancelled, open }: ReturnType<typeof haltOutcome>): string {
  return cancelled + open === 0 ? "No order was open." : `Orders cancelled: ${cancelled}, still open: ${open}.`;
}

function HaltBand(): JSX.Element | undefined {
  const halt = status.value?.halt;
  if (halt === undefined) {
    return undefined;
  }
  const outcome = haltReport.value && haltOutcome(haltReport.value, account.value?.orders ?? []);
  const orders = outcome === undefined ? "" : ` ${outcomeWords(outcome)}`;
  return (
    <div class="bad">
      <strong>
        {halt.isReached ? "Trading is halted: complete." : "Trading is being halted: open orders are cancelled."}
      </strong>
      <span>
        Since {clockText(halt.sinceMs)}, {halt.reason}.{orders}
        {halt.isReached ? " The venue confirms that nothing is open." : ""}
      </span>
      <button type="button" onClick={() => void resume()}>
        Let new orders through again
      </button>
    </div>
  );
}

function UnknownBand(): JSX.Element | undefined {
  const told = status.value?.unknownOutcomes ?? [];
  const own = sent.value.filter(({ state }) => state === "unknown");
  if (told.length === 0 && own.length === 0) {
    return undefined;
  }
  return (
    <div class="bad">
      <strong>Nobody knows yet what became of:</strong>
      {told.map((name) => (
        <span key={name}>order {name} of an earlier run; look for it at the venue</span>
      ))}
      {own.map(({ key, words, told }) => (
        <span key={key}>
          {words}: {told}{" "}
          <button type="button" onClick={() => dismiss(key)}>
            I have looked
          </button>
        </span>
      ))}
    </div>
  );
}

function VenueBand(): JSX.Element | undefined {
  const told = status.value;
  const down = told?.books.filter((book) => book.status !== "live") ?? [];
  if (told === undefined || link.value.kind !== "live" || down.length === 0 || down.length < told.books.length) {
    return undefined;
  }
  const since = Math.max(...down.map(({ receivedAtMs }) => receivedAtMs));
  return (
    <div class="bad">
      <strong>The venue is offline{since > 0 ? ` since ${clockText(since)}` : ""}.</strong>
      <span>
        No book is live: {down[0]?.reason ?? down[0]?.status}. Prices below are struck from the ticket until books are
        live again.
      </span>
    </div>
  );
}

function AccountBand(): JSX.Element | undefined {
  const told = status.value;
  if (told?.hasKey !== true || told.account === undefined || told.account.kind === "fresh") {
    return undefined;
  }
  const { kind, reason, sinceMs = 0 } = told.account;
  return (
    <div>
      <strong>{kind === "unknown" ? "The account is not known yet." : "The account may have changed."}</strong>
      <span>
        Its stream is {reason?.replaceAll("-", " ")}, since {clockText(sinceMs)}. Orders, positions and balances below{" "}
        {kind === "unknown" ? "are missing until it is." : "are as they were then."}
      </span>
    </div>
  );
}

function ReplayBand(): JSX.Element | undefined {
  const { replay } = status.value ?? {};
  if (replay === undefined) {
    return undefined;
  }
  const { phase, atMs, speed } = replay;
  return (
    <div>
      <strong>This is not now: a recording is played.</strong>
      <span>
        It is {phase}, at {dateText(atMs)}, {speed} times as fast. Nothing can be traded.
      </span>
    </div>
  );
}

function NoticeBand(): JSX.Element | undefined {
  const told = notice.value;
  if (told === undefined) {
    return undefined;
  }
  return (
    <div class={told.kind === "failed" ? "bad" : "good"}>
      <span>{told.words}</span>
      <button
        type="button"
        onClick={() => {
          notice.value = undefined;
        }}
      >
        Seen
      </button>
    </div>
  );
}

/** What a person must know before anything else, the gravest first. */
export function Bands(): JSX.Element {
  return (
    <section class="bands" aria-label="What to know first">
      <LinkBand />
      <ReplayBand />
      <UnknownBand />
      <HaltBand />
      <VenueBand />
      <AccountBand />
      <NoticeBand />
    </section>
  );
}
