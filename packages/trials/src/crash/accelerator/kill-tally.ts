import type { CommandOutcome } from "@depthwire/tools/command-line";
import type { Verdict } from "./judge.js";
import type { Notes } from "./notes.js";

/** What a run has met. */
export class KillTally {
  /** Lives that are, or were, to be killed. */
  begun = 0;
  kills = 0;
  diedAtStart = 0;
  orders = 0;
  repeated = 0;
  events = 0;
  fills = 0;
  readonly startMs: number[] = [];
  readonly findings: Record<keyof Verdict, string[]> = none();
  readonly failures: string[] = [];

  /** Adds what one directory came to. */
  add(notes: Notes, { fills, ...verdict }: Verdict & { readonly fills: number }): void {
    this.orders += notes.orders.filter(({ end }) => end?.kind === "placed").length;
    this.repeated += notes.repeated;
    this.events += notes.events.size;
    this.fills += fills;
    for (const kind of Object.keys(verdict) as (keyof Verdict)[]) {
      this.findings[kind].push(...verdict[kind]);
    }
  }
}

function none(): Record<keyof Verdict, string[]> {
  return { sentTwice: [], forgotten: [], eventsLost: [], repeatsUnmarked: [] };
}

/** What a run came to. */
export function reportKills(tally: KillTally, seconds: number): CommandOutcome {
  const { kills, diedAtStart, orders, repeated, events, fills, startMs, findings } = tally;
  const failures = [
    ...tally.failures,
    ...Object.entries(findings).flatMap(([kind, found]) => found.map((what) => `${kind}: ${what}`)),
  ];
  if (orders === 0 || fills === 0 || repeated === 0) {
    failures.push("nothing was placed, traded or repeated, so nothing could be wrong");
  }
  const sorted = startMs.toSorted((left, right) => left - right);
  const summary = {
    kills,
    sentTwice: findings.sentTwice.length,
    forgotten: findings.forgotten.length,
    eventsLost: findings.eventsLost.length,
    repeatsUnmarked: findings.repeatsUnmarked.length,
    orders,
    fills,
    repeated,
    events,
    diedAtStart,
    startMs: { median: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 },
    seconds: Math.round(seconds),
  };
  const text = [
    `${kills} accelerators killed in ${summary.seconds} s, ${diedAtStart} of them while they started`,
    `${orders} orders placed: ${summary.sentTwice} sent twice, ${summary.forgotten} forgotten; ${repeated} asked for again`,
    `${events} events, ${fills} trades: ${summary.eventsLost} lost, ${summary.repeatsUnmarked} told twice under two ids`,
  ].join("\n");
  return { summary, text, failures };
}
