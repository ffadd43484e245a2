import type { CommandOutcome } from "@depthwire/tools/command-line";
import { Accelerators } from "./accelerators.js";
import { documentedChannels } from "./channels.js";
import { hands } from "./clients/index.js";
import { Desk, type Hall, type Hand, type Seat } from "./desk.js";
import { documentedOperations } from "./operations.js";
import type { DialectOptions } from "./options.js";
import { maxInWindow, Pace } from "./pace.js";
import { DialectTally, type Profile } from "./tally.js";
import type { OpenedAccount } from "./truth.js";
import { openVenue } from "./venue.js";

/** Markets that the hands live in; `4LTC_USDT` is for the one that lets itself be liquidated. */
const pairs = ["4BTC_USDT", "4ETH_USDT", "4LTC_USDT", "5BTC_USD", "BTC_USDT"];

/** What every hand is given; nobody spends it. */
const funds = [
  { coin: "USDT", amount: "40000", purse: "contract" },
  { coin: "USDT", amount: "5000", purse: "wallet" },
  { coin: "BTC", amount: "2", purse: "wallet" },
  { coin: "ETH", amount: "3", purse: "spot" },
];

/** What a venue is told to do wrong to show that it is noticed. */
const harms = [
  { kind: "drop", channel: "depth", probability: 0.02, count: 1000 },
  { kind: "drop", channel: "private", probability: 0.05, count: 1000 },
  { kind: "drop", channel: "deals", probability: 0.05, count: 1000 },
  { kind: "refusal", code: 4003, path: "/v3/cbu/position", probability: 0.2, count: 100 },
  { kind: "cut", probability: 0.0002, count: 2 },
];

/** What even a short run must have held against something, or it has proved nothing. */
const minHeld = [
  "balances",
  "books",
  "deals",
  "fees",
  "fields",
  "fills",
  "frozen",
  "klines",
  "liquidations",
  "tickers",
];

/** The hand that makes mistakes sends some requests with wrong keys, which count with the public ones of its address. */
const maxPublic = maxInWindow - 6;

/** On a busy machine the hands get so much longer for what nobody has called or held against anything yet. */
const patienceMs = 60_000;

/** A hand ends its work after its time is over; so long it may take. */
const maxEndMs = 60_000;

/** Has every hand live at a venue of each profile, all side by side. @param progress hears how far it is */
export async function runDialects(options: DialectOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const tally = new DialectTally();
  const watch = setInterval(
    () => progress(`${tally.calls} calls, ${tally.pushes} pushes, ${tally.wrong} wrong`),
    15_000,
  );
  try {
    await Promise.all(options.profiles.map((profile) => fillHall(profile, options, tally)));
  } finally {
    clearInterval(watch);
  }
  return report(tally, options);
}

async function fillHall(profile: Profile, options: DialectOptions, tally: DialectTally): Promise<void> {
  const { seconds, harm, only, requests } = options;
  const venue = await openVenue(profile, pairs, (how) => tally.blame(profile, how));
  const { restUrl, serviceName, truth } = venue;
  const pushUrl = restUrl.replace("http", "ws");
  const accelerators = new Accelerators({ restUrl, pushUrl, serviceName });
  const seatOf: SeatMaker =
    requests === "to-the-venue"
      ? async (account) => ({ ...account, restUrl, headers: {} })
      : (account) => accelerators.open(account);
  try {
    const hall: Hall = {
      profile,
      serviceName,
      pushUrl,
      signatures: requests === "to-the-venue" ? "checked" : "ignored",
      truth,
      tally,
      isOver: timeOf({ profile, seconds, only }, tally),
      publicPace: new Pace(maxPublic),
      resident: await seatOf(venue.resident),
    };
    if (harm === "on") {
      await truth.order("faults", harms);
    }
    const invited = hands.filter(({ name }) => only === undefined || only.includes(name));
    await Promise.all(invited.map(async (hand) => seat(hand, hall, seatOf, seconds)));
  } finally {
    await accelerators.close();
    await venue.close();
  }
}

type SeatMaker = (account: OpenedAccount) => Promise<Seat>;

/** Some hands alone need not do everything: they end by the clock. */
function timeOf({ profile, seconds, only }: HallTime, tally: DialectTally): () => boolean {
  const endsAtMs = performance.now() + seconds * 1000;
  const isComplete = (): boolean =>
    only !== undefined || (tally.uncalled([profile]).length === 0 && unheld(tally).length === 0);
  return () => {
    const lateMs = performance.now() - endsAtMs;
    return lateMs >= patienceMs || (lateMs >= 0 && isComplete());
  };
}

interface HallTime {
  readonly profile: Profile;
  readonly seconds: number;
  readonly only: DialectOptions["only"] | undefined;
}

/** What was held against nothing so far, of what every run must have. */
function unheld({ checks }: DialectTally): readonly string[] {
  return minHeld.filter((subject) => checks[subject] === undefined);
}

async function seat(hand: Hand, hall: Hall, seatOf: SeatMaker, seconds: number): Promise<void> {
  hall.tally.clients += 1;
  const desk = new Desk(hall, hand.name, await seatOf(await hall.truth.open(funds)));
  const { promise: late, cancel } = deadline(seconds * 1000 + patienceMs + maxEndMs);
  try {
    const end = await Promise.race([hand.live(desk).then(() => "done" as const), late]);
    if (end === "late") {
      desk.wrong("did not come to an end");
    } else if (!desk.over) {
      desk.wrong("ended before its time");
    }
  } catch (error) {
    desk.wrong(`gave up: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    cancel();
    desk.leave();
  }
}

function deadline(ms: number): { readonly promise: Promise<"late">; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

function report(tally: DialectTally, { profiles, seconds, only }: DialectOptions): CommandOutcome {
  const { clients, calls, pushes, wrong, cut, checks, reasons } = tally;
  // Some hands alone need not do everything.
  const uncalled = only === undefined ? tally.uncalled(profiles) : [];
  const operations = tally.count(documentedOperations);
  const channels = tally.count(documentedChannels);
  const summary = { clients, operations, channels, calls, pushes, wrong, cut, uncalled, seconds, checks };
  const text = [
    `${clients} clients lived ${seconds} s: ${calls} calls of ${operations} operations, ${pushes} messages of ${channels} channels`,
    `held against the documents and the venue's own truth: ${Object.entries(checks)
      .map(([subject, times]) => `${subject} ${times}`)
      .join(", ")}`,
    `${wrong} wrong, ${cut} cut, ${uncalled.length} uncalled`,
  ].join("\n");
  const idle = only === undefined ? unheld(tally) : [];
  const failures = [
    ...reasons,
    ...uncalled.map((name) => `nobody called ${name}`),
    ...idle.map((subject) => `nobody held ${subject} against anything`),
  ];
  return { summary, text, failures };
}
