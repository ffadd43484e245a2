import { createRandomState, happens, type RandomState } from "@depthwire/exchange/internal";
import type { Feed } from "../push/feed.js";
import type { Rewindable } from "../snapshots/rewindable.js";
import { checkFaultRule } from "./check-fault.js";
import {
  type FaultKind,
  type FaultRule,
  type FaultTarget,
  faultKinds,
  type MessageFaultKind,
  type RestFaultKind,
} from "./fault.js";

/** A rule that is carried out on a message that is on its way. */
export type MessageFaultRule = FaultRule & { readonly kind: MessageFaultKind };

function isMessageFault(rule: FaultRule): rule is MessageFaultRule {
  return Object.hasOwn(faultKinds, rule.kind) && rule.kind !== "refuse" && rule.kind !== "gap";
}

/** A rule that is carried out on a request. */
export type RequestFaultRule = FaultRule & { readonly kind: Exclude<RestFaultKind, "clock-skew"> };

function isRequestFault(rule: FaultRule): rule is RequestFaultRule {
  return !Object.hasOwn(faultKinds, rule.kind) && rule.kind !== "clock-skew";
}

function fitsMessage(rule: FaultRule, { kind, pair }: Pick<Feed, "kind" | "pair">, target: FaultTarget): boolean {
  return (rule.channel ?? "depth") === kind && (rule.pair ?? pair) === pair && (rule.on ?? "updates") === target;
}

interface OpenRule {
  readonly rule: FaultRule;
  left: number;
  /** Whether it was ordered for a time: whoever did so takes it back. */
  readonly isLent: boolean;
}

/** Faults to come and a count of those that were, at one moment. */
interface SavedFaults {
  readonly random: RandomState;
  readonly open: readonly OpenRule[];
  readonly applied: ReadonlyMap<FaultRule["kind"], number>;
}

/** Faults to come and a count of those that were. Chances come from a seed of its own, so that they can be repeated. */
export class FaultPlan implements Rewindable<SavedFaults> {
  readonly random: RandomState;
  #open: OpenRule[] = [];
  #applied: Map<FaultRule["kind"], number> = new Map();

  constructor(seed: number) {
    this.random = createRandomState(seed, "faults");
  }

  /**
   * Orders faults. Rules are tried in the order in which they came; a message suffers one fault at most.
   *
   * @returns takes back what of them has not happened yet
   * @throws ValidationError `value-invalid`
   */
  add(...rules: readonly FaultRule[]): () => void {
    return this.#order(rules, false);
  }

  /** As {@link FaultPlan.add}, for a time: a snapshot does not hold these, and going back to one leaves them. */
  lend(rules: readonly FaultRule[]): () => void {
    return this.#order(rules, true);
  }

  save(): SavedFaults {
    const open = this.#open.filter(({ isLent }) => !isLent).map((one) => ({ ...one }));
    return { random: { ...this.random }, open, applied: new Map(this.#applied) };
  }

  restore({ random, open, applied }: SavedFaults): void {
    Object.assign(this.random, random);
    this.#open = [...open.map((one) => ({ ...one })), ...this.#open.filter(({ isLent }) => isLent)];
    this.#applied = new Map(applied);
  }

  #order(rules: readonly FaultRule[], isLent: boolean): () => void {
    const checked = rules.map((rule, i) => checkFaultRule(rule, `faults[${i}]`));
    const ordered = new Set(checked.map((rule): OpenRule => ({ rule, left: rule.count ?? 1, isLent })));
    this.#open.push(...ordered);
    return () => {
      this.#open = this.#open.filter((one) => !ordered.has(one));
    };
  }

  /** Takes back what has not happened yet. */
  clear(): void {
    this.#open = [];
  }

  /** Rules that have not been used up, with what is left of their counts. */
  pending(): readonly FaultRule[] {
    return this.#open.map(({ rule, left }) => ({ ...rule, count: left }));
  }

  /** How often each kind has happened. */
  applied(): Readonly<Partial<Record<FaultKind | RestFaultKind, number>>> {
    return Object.fromEntries(this.#applied);
  }

  /** The fault that the next message of the feed suffers, if any. It counts as done. */
  takeForMessage(feed: Feed, target: FaultTarget): MessageFaultRule | undefined {
    return this.#take((rule): rule is MessageFaultRule => isMessageFault(rule) && fitsMessage(rule, feed, target));
  }

  /** How far `seq` of the pair's next publication steps: 1 unless a gap was ordered. It counts as done. */
  takeSeqStep(pair: string): number {
    const rule = this.#take(
      (rule): rule is FaultRule => rule.kind === "gap" && fitsMessage(rule, { kind: "depth", pair }, "updates"),
    );
    return rule === undefined ? 1 : 1 + (rule.by ?? 1);
  }

  /** The fault that a request to this path suffers, if any. It counts as done. */
  takeForRequest(path: string): RequestFaultRule | undefined {
    return this.#take((rule): rule is RequestFaultRule => isRequestFault(rule) && (rule.path ?? path) === path);
  }

  /** How far the venue's clock is ahead while it answers one request, in milliseconds. It counts as done. */
  takeClockSkewMs(): number {
    return this.#take((rule): rule is FaultRule => rule.kind === "clock-skew")?.skewMs ?? 0;
  }

  /** Whether the next connection is refused. It counts as done. */
  takeRefusal(): boolean {
    return this.#take((rule): rule is FaultRule => rule.kind === "refuse") !== undefined;
  }

  #take<Rule extends FaultRule>(fits: (rule: FaultRule) => rule is Rule): Rule | undefined {
    for (const open of this.#open) {
      const { rule } = open;
      if (!fits(rule) || !happens(this.random, rule.probability ?? 1)) {
        continue;
      }
      open.left -= 1;
      if (open.left === 0) {
        this.#open = this.#open.filter((one) => one !== open);
      }
      this.#applied.set(rule.kind, (this.#applied.get(rule.kind) ?? 0) + 1);
      return rule;
    }
    return undefined;
  }
}
