import { seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Moment } from "../time/moment.js";
import type { LeaseReading, LeaseRecord } from "./lease-options.js";
import { holdsLease, type LeaseEffect, type LeaseEvent, type LeaseState, noLease } from "./lease-state.js";
import { stepLease } from "./step-lease.js";

const leaseMs = 100;
const stepMs = 5;
const runMs = 2_000;
const facts = { isLive: true, isAnotherLive: false, venueMs: 0, heardTerm: 0 };

/** What the world does in one step of time: most calls are quick, some are late, some answers are lost. */
function turnOf(random: () => number) {
  const latenessMs = 140 * random();
  return {
    delayMs: random() < 0.95 ? 20 * random() : latenessMs,
    answers: random() < 0.97,
    isStopped: random() < 0.006,
    stoppedMs: 3 * latenessMs,
    isReleased: random() < 0.002,
  };
}

class Store {
  revision = 0;
  record: LeaseRecord | undefined;

  call(effect: LeaseEffect, at: Moment): LeaseEvent {
    if (effect.kind === "read") {
      const reading: LeaseReading = { revision: this.revision, content: this.record ?? "missing" };
      return { kind: "read", at, reading, facts };
    }
    if (effect.kind === "update" && effect.expected === this.revision) {
      this.revision++;
      this.record = effect.record;
      return { kind: "updated", at, revision: this.revision };
    }
    return { kind: "refused", at };
  }
}

class Candidate {
  state: LeaseState = noLease;
  stoppedUntilMs = 0;
  readonly inbox: { readonly dueMs: number; readonly event: (at: Moment) => LeaseEvent }[] = [];
  readonly name: string;
  /** Its clock's zero is nobody else's. */
  readonly offsetMs: number;

  constructor(name: string, offsetMs: number) {
    this.name = name;
    this.offsetMs = offsetMs;
  }

  get options() {
    return { name: this.name, leaseMs, renewEveryMs: 25, callLimitMs: 50 };
  }

  at(nowMs: number): Moment {
    return { monotonicMs: nowMs + this.offsetMs, wallMs: nowMs - this.offsetMs };
  }
}

describe("a lease in a store that checks revisions", () => {
  test("has one holder at most, whoever is stopped and whatever is late or lost, and terms that only grow", () =>
    fc.assert(
      fc.property(fc.noShrink(fc.noBias(fc.nat())), (seed) => {
        const random = seededRandom(seed);
        const store = new Store();
        const candidates = ["a", "b", "c"].map((name, index) => new Candidate(name, 1_000 * index));
        const underWay: { readonly dueMs: number; readonly arrive: () => void }[] = [];
        let nowMs = 0;
        let lastTerm = 0;
        const obey = (
          candidate: Candidate,
          event: LeaseEvent,
          { delayMs, answers }: { delayMs: number; answers: boolean },
        ) => {
          const { state, effects } = stepLease(candidate.options, candidate.state, event);
          candidate.state = state;
          for (const effect of effects) {
            if (effect.kind === "won") {
              expect(effect.term).toBeGreaterThan(lastTerm);
              lastTerm = effect.term;
              wins++;
            } else if (effect.kind !== "lost") {
              const arriveMs = nowMs + delayMs / 2;
              const arrive = () => {
                const answer = store.call(effect, candidate.at(0));
                const isHeard = answers && delayMs <= candidate.options.callLimitMs;
                const event = isHeard ? answer : ({ kind: "failed", at: answer.at } as const);
                candidate.inbox.push({ dueMs: nowMs + delayMs / 2, event: (at) => ({ ...event, at }) });
              };
              underWay.push({ dueMs: arriveMs, arrive });
            }
          }
        };
        while (nowMs < runMs) {
          nowMs += stepMs;
          for (const call of underWay.filter(({ dueMs }) => dueMs <= nowMs)) {
            underWay.splice(underWay.indexOf(call), 1);
            call.arrive();
          }
          for (const candidate of candidates) {
            const world = turnOf(random);
            if (world.isStopped) {
              candidate.stoppedUntilMs = Math.max(candidate.stoppedUntilMs, nowMs + world.stoppedMs);
            }
            if (candidate.stoppedUntilMs > nowMs) {
              continue;
            }
            for (const message of candidate.inbox.splice(0)) {
              if (message.dueMs <= nowMs) {
                obey(candidate, message.event(candidate.at(nowMs)), world);
              } else {
                candidate.inbox.push(message);
              }
            }
            const kind = world.isReleased ? "release" : "tick";
            obey(candidate, { kind, at: candidate.at(nowMs), facts } as LeaseEvent, world);
          }
          const holders = candidates.filter((one) => holdsLease(one.options, one.state, one.at(nowMs)));
          expect(holders.length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 150 },
    ));

  let wins = 0;
  test("and the lease changed hands in the tries above", () => {
    expect(wins).toBeGreaterThan(200);
  });
});
