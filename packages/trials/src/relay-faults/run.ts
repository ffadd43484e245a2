import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { deck } from "../faults/deck.js";
import { type FaultKind, type FaultMade, FaultMaker, faultKinds, showingKinds } from "./fault-kinds.js";
import type { WithoutPart } from "./member-messages.js";
import type { RelayFaultsOptions } from "./options.js";
import { FaultsScene } from "./scene.js";
import { withinMs } from "./until-so.js";
import { watchLoop } from "./watch-loop.js";

/** What is made, and for how long. */
export interface RelayFaultsPlan extends Omit<RelayFaultsOptions, "summary"> {
  readonly random: Random;
}

/** The last line of `npm run relay-faults -- --json`. */
export interface RelayFaultsSummary {
  readonly faults: number;
  /** Kinds of faults that came up. */
  readonly kinds: number;
  /** Live books that were held against the venue's state of the same number, with all levels. */
  readonly compared: number;
  readonly wrong: number;
  /** Readings of a live book more than 500 ms after the venue had a newer state. */
  readonly shownLiveTooLong: number;
  readonly oldTermShown: number;
  /** Messages that were missing while their book was shown as live. */
  readonly silentLosses: number;
  readonly worst: {
    /** Longest time that a state was shown as live after the venue had a newer one, milliseconds. */
    readonly staleMs: number;
    /** Longest time from an owner's death until every book was live again, milliseconds. */
    readonly liveAgainMs: number;
  };
}

/** With a lease of 1 s and a warm standby. */
const liveAgainLimitMs = 1_600;
const faultsPerMinute = 20;
const msPerMinute = 60_000;
/** Of so many a server cuts off half at least; a busy machine may carry some through. */
const manyFloods = 2;
/** Notes of what just happened are under way for a moment. */
const noteDelayMs = 120;
/** Processes that were not scheduled for as long as this explain a beat that is missed. */
const missedBeatMs = 100;
/** For so long before a fault what came over the bus may still have been under way. */
const proofMs = 350;
/** A bus that did not pass messages on for so long of a hand-over's three seconds explains that nobody was found. */
const disturbedMs = 1_000;
/** Of so many hand-overs one at least has to fall into a time in which the bus worked. */
const manyHandOvers = 5;

/** Makes faults, one after another, and holds what consumers show against the venue. */
export async function runRelayFaults(
  plan: RelayFaultsPlan,
  progress: (text: string) => void,
): Promise<CommandOutcome<RelayFaultsSummary>> {
  const { random, seed, without, only } = plan;
  const scene = await FaultsScene.start(seed, without);
  const endWatch = watchLoop((span) => scene.judge.late("trial", span));
  const maker = new FaultMaker(scene, random);
  const trial = new Trial(scene, maker);
  try {
    const deal = deck<FaultKind>(only === undefined ? (showingKinds[without] ?? faultKinds) : [only], random);
    await scene.judge.untilLiveSince(Date.now(), 2 * withinMs);
    await maker.untilWarm();
    const endAtMs = plan.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + plan.minutes * msPerMinute;
    const most = plan.faults ?? Number.POSITIVE_INFINITY;
    while (Date.now() < endAtMs && trial.faults < most && !trial.hasShown(without)) {
      const kind = deal();
      progress(`${trial.faults + 1} ${kind}: ${await trial.make(kind, without)}`);
    }
  } catch (error) {
    scene.judge.decide();
    scene.judge.failures.push(error instanceof Error ? error.message : String(error));
  } finally {
    endWatch();
    await scene.close();
  }
  return trial.outcome(plan);
}

/** What came of the faults so far. */
class Trial {
  readonly #scene: FaultsScene;
  readonly #maker: FaultMaker;
  readonly #kinds = new Set<FaultKind>();
  faults = 0;
  #liveAgainMs = 0;
  /** Hand-overs that were made while the bus worked, and nothing was late: those that prove something. */
  #quietHandOvers = 0;
  #handOvers = 0;

  constructor(scene: FaultsScene, maker: FaultMaker) {
    this.#scene = scene;
    this.#maker = maker;
  }

  /** Makes one fault, waits until all is well, and decides about what was shown. @returns what there is to say */
  async make(kind: FaultKind, without: WithoutPart): Promise<string> {
    const { judge } = this.#scene;
    const made = await this.#maker.make(kind);
    this.#kinds.add(kind);
    this.faults++;
    if (without !== "nothing") {
      await sleep(noteDelayMs);
      judge.decide();
      if (this.hasShown(without)) {
        return "it shows";
      }
    }
    const liveAtMs = await judge.untilLiveSince(made.healedAtMs, withinMs);
    this.#maker.restart();
    await sleep(noteDelayMs);
    judge.decide();
    this.#expect(kind, made, liveAtMs);
    const { wrong, shownLiveTooLong, oldTermShown, silentLosses } = judge;
    return `live ${liveAtMs - made.causeMs} ms after it began; ${JSON.stringify({ wrong, shownLiveTooLong, oldTermShown, silentLosses })}`;
  }

  /** Whether what a consumer was kept from using has been missed: more faults would show no more. */
  hasShown(without: WithoutPart): boolean {
    const { wrong, shownLiveTooLong, oldTermShown, silentLosses } = this.#scene.judge;
    return without !== "nothing" && wrong + shownLiveTooLong + oldTermShown + silentLosses > 0;
  }

  outcome({ minutes, only, without }: RelayFaultsPlan): CommandOutcome<RelayFaultsSummary> {
    const { judge, canary, complaints } = this.#scene;
    const { floods } = this.#maker;
    const { compared, wrong, shownLiveTooLong, oldTermShown, silentLosses, staleMs } = judge;
    const worst = { staleMs, liveAgainMs: this.#liveAgainMs };
    const summary = {
      faults: this.faults,
      kinds: this.#kinds.size,
      compared,
      wrong,
      shownLiveTooLong,
      oldTermShown,
      silentLosses,
      worst,
    };
    const failures = [...judge.failures, ...complaints, ...judge.findings];
    if (without !== "nothing" && failures.length === 0) {
      failures.push(`without ${without} nothing was found: the trial proves nothing of it`);
    }
    if (minutes !== undefined && without === "nothing" && this.faults < faultsPerMinute * minutes) {
      failures.push(`${this.faults} faults in ${minutes} minutes are too few`);
    }
    if (only === undefined && this.faults >= faultKinds.length && this.#kinds.size < faultKinds.length) {
      failures.push(`${this.#kinds.size} kinds of faults came up`);
    }
    if (compared === 0 || canary.looked === 0) {
      failures.push("nothing was compared");
    }
    if (this.#kinds.has("owner-ignores-its-lost-lease") && without === "nothing" && judge.total("oldTerm") === 0) {
      failures.push("nothing came under an older term: terms were not tried");
    }
    failures.push(...this.#idleFaults());
    if (canary.found.length > 0) {
      failures.push(`an owner's key was found in ${canary.found.length} messages, such as of ${canary.found[0]}`);
    }
    const text = `${summary.faults} faults of ${summary.kinds} kinds: ${compared} live books compared, ${wrong} wrong, ${shownLiveTooLong} live too long (longest ${staleMs} ms), ${oldTermShown} of older terms, ${silentLosses} silent losses; ${this.#maker.handedOver} shards handed over, in ${this.#quietHandOvers} of ${this.#handOvers} hand-overs with nothing late; ${floods.cutOff} of ${floods.made} slow consumers cut off; live again ${worst.liveAgainMs} ms after an owner's death at most; ${judge.total("oldTerm")} messages of older terms dropped, ${judge.total("gaps")} gaps; no key in ${canary.looked} messages`;
    return { summary, text, failures };
  }

  /** Faults that were made, and of which nothing came that could have been wrong. */
  #idleFaults(): string[] {
    const { handedOver, floods } = this.#maker;
    const idle: string[] = [];
    if (this.#handOvers > 0 && handedOver === 0) {
      idle.push("nothing was ever handed over");
    }
    if (this.#handOvers >= manyHandOvers && this.#quietHandOvers === 0) {
      idle.push("no hand-over fell into a time in which the bus worked: they prove nothing");
    }
    if (floods.made >= manyFloods && floods.cutOff < floods.made / 2) {
      idle.push(`only ${floods.cutOff} of ${floods.made} consumers that were too slow were cut off`);
    }
    return idle;
  }

  #expect(kind: FaultKind, made: FaultMade, liveAtMs: number): void {
    const { judge } = this.#scene;
    const { causeMs, expected } = made;
    if (expected === "live-again") {
      const againMs = liveAtMs - causeMs;
      const excusedMs = judge.lateAnywhereMs({ fromMs: causeMs, untilMs: liveAtMs });
      this.#liveAgainMs = Math.max(this.#liveAgainMs, againMs - excusedMs);
      if (againMs - excusedMs > liveAgainLimitMs) {
        this.#fail(kind, `live again after ${againMs} ms, ${excusedMs} of them excused`);
      }
    }
    if (kind === "hand-over") {
      this.#expectOfHandOver(made);
    }
  }

  #expectOfHandOver({ causeMs, healedAtMs, expected, refusals = [] }: FaultMade): void {
    const { judge, busWatch } = this.#scene;
    const span = { fromMs: causeMs, untilMs: healedAtMs + noteDelayMs };
    const busLateMs = busWatch.lateMs({ ...span, fromMs: causeMs - proofMs });
    const isQuiet = judge.lateAnywhereMs(span) < missedBeatMs && busLateMs < missedBeatMs;
    this.#handOvers++;
    this.#quietHandOvers += isQuiet && expected === "live-all-along" ? 1 : 0;
    const taken = expected === "live-all-along" && isQuiet ? judge.takenOutOfLive(span) : [];
    if (taken.length > 0) {
      this.#fail("hand-over", `taken out of live: ${taken.join(", ")}`);
    }
    for (const refusal of busLateMs < disturbedMs ? refusals : []) {
      this.#fail("hand-over", `${refusal}; the bus was late for ${busLateMs} ms`);
    }
  }

  #fail(kind: FaultKind, what: string): void {
    this.#scene.judge.failures.push(`fault ${this.faults}, ${kind}: ${what}`);
  }
}
