import { type HaltReport, haltOutcome, haltReport, notice, resume } from "../data/actions.js";
import { account, link, nowMs, status, tickerOf, whyReadOnly } from "../data/desk.js";
import { closePosition } from "../keys/commands.js";
import { signOf } from "../numbers/exact.js";
import { clockText, dateText, grouped, pairText, spanText } from "../numbers/format.js";
import { isLiquidationNear } from "../tables/columns.js";
import { dismiss, sent } from "../ticket/ticket-state.js";

/** Something that a person must know before anything else. */
export interface Band {
  readonly key: string;
  readonly kind: "bad" | "warn" | "good";
  readonly title: string;
  readonly words: string;
  /** What can be done about it. */
  readonly action?: { readonly name: string; readonly run: () => void };
}

function ofLink(): readonly Band[] {
  const { kind, sinceMs } = link.value;
  switch (kind) {
    case "live":
      return [];
    case "connecting":
      return [{ key: "link", kind: "warn", title: "Connecting to the accelerator", words: "" }];
    case "logged-out":
      return [
        {
          key: "link",
          kind: "bad",
          title: "This page is not logged in any more.",
          words:
            "The login ended with the program, or after a day. Open the address that the accelerator prints at its start.",
        },
      ];
    default:
      return [
        {
          key: "link",
          kind: "bad",
          title: `No word from the accelerator since ${clockText(sinceMs)} (${spanText(Math.max(0, nowMs.value - sinceMs))}).`,
          words: "Everything below is as it was then. Orders at the venue stay as they are.",
        },
      ];
  }
}

function ofReplay(): readonly Band[] {
  const { replay } = status.value ?? {};
  if (replay === undefined) {
    return [];
  }
  const { phase, atMs, speed } = replay;
  return [
    {
      key: "replay",
      kind: "warn",
      title: "This is not now: a recording is played.",
      words: `It is ${phase}, at ${dateText(atMs)}, ${speed} times as fast. Nothing can be traded.`,
    },
  ];
}

function ofUnknown(): readonly Band[] {
  const told = status.value?.unknownOutcomes ?? [];
  const own = sent.value.filter(({ state }) => state === "unknown");
  const title = "Nobody knows yet what became of:";
  return [
    ...own.map(
      ({ key, words, told }): Band => ({
        key,
        kind: "bad",
        title,
        words: `${words}: ${told}`,
        action: { name: "I have looked", run: () => dismiss(key) },
      }),
    ),
    ...told.map(
      (name): Band => ({
        key: name,
        kind: "bad",
        title,
        words: `order ${name} of an earlier run; look for it at the venue`,
      }),
    ),
  ];
}

function ordersOf(report: HaltReport): string {
  const { cancelled, open } = haltOutcome(report, account.value?.orders ?? []);
  return cancelled + open === 0 ? "No order was open." : `Orders cancelled: ${cancelled}, still open: ${open}.`;
}

function ofHalt(): readonly Band[] {
  const halt = status.value?.halt;
  if (halt === undefined) {
    return [];
  }
  const report = haltReport.value;
  return [
    {
      key: "halt",
      kind: "bad",
      title: halt.isReached ? "Trading is halted: complete." : "Trading is being halted: open orders are cancelled.",
      words: [
        `Since ${clockText(halt.sinceMs)}, ${halt.reason}.`,
        ...(report === undefined ? [] : [ordersOf(report)]),
        ...(halt.isReached ? ["The venue confirms that nothing is open."] : []),
      ].join(" "),
      action: { name: "Let new orders through again", run: () => void resume() },
    },
  ];
}

function ofVenue(): readonly Band[] {
  const books = status.value?.books ?? [];
  const down = books.filter((book) => book.status !== "live");
  const [first] = down;
  if (first === undefined || link.value.kind !== "live" || down.length < books.length) {
    return [];
  }
  const since = Math.max(...down.map(({ receivedAtMs }) => receivedAtMs));
  const why = (first.reason ?? first.status).replaceAll("-", " ");
  return [
    {
      key: "venue",
      kind: "bad",
      title: `The venue is offline${since > 0 ? ` since ${clockText(since)}` : ""}.`,
      words: `No book is live: ${why}. Prices below are struck from the ticket until books are live again.`,
    },
  ];
}

function ofAccount(): readonly Band[] {
  const told = status.value;
  if (told?.hasKey !== true || told.account === undefined || told.account.kind === "fresh") {
    return [];
  }
  const { kind, reason, sinceMs = 0 } = told.account;
  const isUnknown = kind === "unknown";
  return [
    {
      key: "account",
      kind: "warn",
      title: isUnknown ? "The account is not known yet." : "The account may have changed.",
      words: `Its stream is ${reason?.replaceAll("-", " ")}, since ${clockText(sinceMs)}. Orders, positions and balances below ${isUnknown ? "are missing until it is." : "are as they were then."}`,
    },
  ];
}

function ofLiquidation(): readonly Band[] {
  const held = account.value?.positions.filter(isLiquidationNear) ?? [];
  return held.map((position): Band => {
    const { pair, side, alertPrice, liquidationPrice } = position;
    const last = tickerOf(pair).value?.lastPrice ?? "";
    return {
      key: `near ${pair} ${side}`,
      kind: "bad",
      title: `Liquidation is near: ${side} ${pairText(pair)}.`,
      words: `The last price, ${grouped(last)}, is beyond ${grouped(alertPrice)}, where the venue warns${signOf(liquidationPrice) > 0 ? `; it takes the position over at ${grouped(liquidationPrice)}` : ""}.`,
      ...(whyReadOnly.value === undefined ? { action: { name: "Close …", run: () => closePosition(position) } } : {}),
    };
  });
}

function ofNotice(): readonly Band[] {
  const told = notice.value;
  if (told === undefined) {
    return [];
  }
  const seen = (): void => {
    notice.value = undefined;
  };
  return [
    {
      key: "notice",
      kind: told.kind === "failed" ? "bad" : "good",
      title: told.kind === "failed" ? "Not done." : "Done.",
      words: told.words,
      action: { name: "Seen", run: seen },
    },
  ];
}

/** Everything that a person must know first, the gravest first. */
export function bandList(): readonly Band[] {
  return [
    ...ofLink(),
    ...ofReplay(),
    ...ofUnknown(),
    ...ofHalt(),
    ...ofLiquidation(),
    ...ofNotice(),
    ...ofVenue(),
    ...ofAccount(),
  ];
}
