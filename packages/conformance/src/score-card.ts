import { type CaseResult, type FindingKind, findingKinds, type Task, tasks } from "./case.js";
import { bookRules } from "./rules.js";

/** What a client scored. */
export interface ScoreCard {
  /** Cases without a finding, in percent, rounded down. */
  readonly score: number;
  readonly cases: number;
  readonly passed: number;
  readonly compared: number;
  /** Cases of each rule of books: without a finding, and all. */
  readonly rules: Readonly<Record<string, { readonly passed: number; readonly cases: number }>>;
  /** How many cases had a finding of each kind. */
  readonly findings: Readonly<Partial<Record<FindingKind, number>>>;
  readonly failed: readonly { readonly task: Task; readonly fault: string; readonly what: readonly string[] }[];
}

function isPassed({ findings }: CaseResult): boolean {
  return findings.length === 0;
}

/** What a client got wrong, and behind it what may be the cause. */
function wordsOf({ findings, strange: { count, last } }: CaseResult): readonly string[] {
  const words = findings.map(({ kind, what }) => `${kind}: ${what}`);
  return count === 0 || words.length === 0
    ? words
    : [...words, `not understood: ${count} of its lines, the last ${JSON.stringify(last)}`];
}

/** Adds up what came of all cases. */
export function scoreOf(results: readonly CaseResult[]): ScoreCard {
  const passed = results.filter(isPassed).length;
  const rules: Record<string, { passed: number; cases: number }> = {};
  const findings: Partial<Record<FindingKind, number>> = {};
  for (const result of results) {
    for (const rule of result.rules) {
      rules[rule] ??= { passed: 0, cases: 0 };
      rules[rule].cases++;
      rules[rule].passed += isPassed(result) ? 1 : 0;
    }
    for (const kind of new Set(result.findings.map((finding) => finding.kind))) {
      findings[kind] = (findings[kind] ?? 0) + 1;
    }
  }
  return {
    score: results.length === 0 ? 0 : Math.floor((100 * passed) / results.length),
    cases: results.length,
    passed,
    compared: results.reduce((sum, { compared }) => sum + compared, 0),
    rules,
    findings,
    failed: results
      .filter((result) => !isPassed(result))
      .map((result) => ({ task: result.task, fault: result.fault, what: wordsOf(result) })),
  };
}

/** One case for a terminal. */
export function lineOf(result: CaseResult): string {
  const { task, fault, compared, findings } = result;
  const verdict = findings.length === 0 ? "passed" : "FAILED";
  const told = wordsOf(result)
    .map((words) => `\n    ${words}`)
    .join("");
  return `${verdict}  ${task}  ${fault}  (${compared} compared)${told}`;
}

/** The card for a terminal. */
export function textOf(card: ScoreCard): string {
  const lines = [`score ${card.score} %: ${card.passed} of ${card.cases} cases, ${card.compared} compared`];
  for (const [rule, { passed, cases }] of Object.entries(card.rules)) {
    lines.push(`${`${passed}/${cases}`.padStart(7)}  rule ${rule}: ${bookRules[Number(rule)] ?? ""}`);
  }
  for (const kind of Object.keys(findingKinds) as FindingKind[]) {
    const times = card.findings[kind];
    if (times !== undefined) {
      lines.push(`${String(times).padStart(7)}  ${kind}: ${findingKinds[kind]}`);
    }
  }
  return lines.join("\n");
}

/** Names of {@link tasks}, for messages. */
export const taskNames: string = tasks.join(", ");
