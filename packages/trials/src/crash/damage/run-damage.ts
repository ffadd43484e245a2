import type { OlderState } from "@depthwire/sandbox/internal";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { type Draw, drawFrom } from "../plan.js";
import { Court } from "./court.js";
import { damage, nextKind } from "./plan-damage.js";
import { pair, Venue } from "./venue.js";
import { type Verdict, writeKnown } from "./verdict.js";

/** What a run of damages was asked to do. */
export interface DamageOptions {
  /** How many venues are to be harmed. */
  readonly damages: number;
  /** Repeats the plan; what stands in the files depends on the machine all the same. */
  readonly seed: number;
  /** What the starts do with an older state: `accept` shows that this check can fail. */
  readonly olderState: OlderState;
}

/** How many damages are done to copies of one venue. */
const damagesOfOne = 15;

/** Counts of a run. */
class DamageTally {
  damages = 0;
  acknowledged = 0;
  readonly verdicts: Record<Verdict["kind"], number> = { same: 0, refused: 0, "silently-older": 0, untyped: 0 };
  readonly codes: Record<string, number> = {};
  readonly findings: string[] = [];

  judged(what: string, { kind, text }: Verdict): void {
    this.damages += 1;
    this.verdicts[kind] += 1;
    if (kind === "refused") {
      this.codes[text] = (this.codes[text] ?? 0) + 1;
    } else if (kind !== "same") {
      this.findings.push(`${kind}: ${what}: ${text}`);
    }
  }
}

/** Harms directories of venues, and looks whether each start says so. @param progress hears how far it is */
export async function runDamage(options: DamageOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const tally = new DamageTally();
  const begunMs = performance.now();
  const draw = drawFrom(options.seed);
  let named = 0;
  const names = { next: () => String(1_000_000 + named++) };
  const court = new Court();
  const watch = setInterval(() => progress(`${tally.damages} of ${options.damages} damages`), 10_000);
  try {
    for (let venues = 0; tally.damages < options.damages; venues++) {
      const venue = await Venue.make(venues % 2 === 0 ? "closed" : "killed", draw, names);
      try {
        tally.acknowledged += venue.known.ids.size;
        const until = Math.min(options.damages, tally.damages + damagesOfOne);
        while (tally.damages < until) {
          await harmOnce(venue, options, { draw, court, tally });
        }
      } finally {
        await venue.remove();
      }
    }
  } finally {
    clearInterval(watch);
    court.close();
  }
  return report(tally, (performance.now() - begunMs) / 1000);
}

/** What the damages of a run share. */
interface Run {
  readonly draw: Draw;
  readonly court: Court;
  readonly tally: DamageTally;
}

async function harmOnce(venue: Venue, { olderState }: DamageOptions, { draw, court, tally }: Run): Promise<void> {
  const directory = await venue.copy();
  const what = await damage({ directory, older: venue.older, draw }, nextKind(draw));
  if (what === undefined) {
    return;
  }
  const verdict = await court.judge({ directory, pair, olderState, known: writeKnown(venue.known) });
  tally.judged(`${venue.end}, ${what}`, verdict);
}

function report(tally: DamageTally, seconds: number): CommandOutcome {
  const { damages, acknowledged, verdicts, codes, findings } = tally;
  const failures = [...findings];
  if (acknowledged === 0) {
    failures.push("nothing was acknowledged, so nothing could be older");
  }
  const { same, refused, untyped } = verdicts;
  const silentlyOlder = verdicts["silently-older"];
  const counts = { damages, silentlyOlder, untyped, same, refused };
  const summary = { ...counts, codes, acknowledged, seconds: Math.round(seconds) };
  const text = [
    `${damages} directories harmed in ${summary.seconds} s: ${refused} starts refused, ${same} had everything acknowledged`,
    `${silentlyOlder} silently older, ${untyped} ended otherwise`,
  ].join("\n");
  return { summary, text, failures };
}
