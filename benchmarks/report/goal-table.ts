import type { Goal } from "../cases/goals.js";
import { type KeptCase, originWords } from "./kept-report.js";
import { table } from "./table.js";

/** One of the numbered goals, and the beginnings of the ids that belong to it. */
interface NumberedGoal {
  readonly title: string;
  readonly ids: readonly string[];
}

/** The goals in their order; what they want in detail stands in the cases. */
const numberedGoals: readonly NumberedGoal[] = [
  { title: "compressed updates, one thread", ids: ["pipeline"] },
  { title: "full messages, and uncompressed ones", ids: ["snapshots", "plain"] },
  { title: "threads, sockets, shared reads", ids: ["threads", "sockets", "books"] },
  { title: "many pairs: time and memory", ids: ["scale"] },
  { title: "latency, to the view and to the order", ids: ["latency", "tick"] },
  { title: "signing", ids: ["signing"] },
  { title: "replay", ids: ["replay"] },
  { title: "size", ids: ["size"] },
  { title: "the venue", ids: ["venue"] },
  { title: "killed threads", ids: ["kills"] },
];

interface GoalRow {
  readonly goal: Goal;
  readonly from: KeptCase;
}

/** Goals 1 to 10 with what was got, when, where and under which load; then those without a number. */
export function goalTable(cases: readonly KeptCase[]): string {
  const all = cases.flatMap((from) => (from.goals ?? []).map((goal): GoalRow => ({ goal, from })));
  const belongs = ({ goal }: GoalRow, { ids }: NumberedGoal): boolean => ids.includes(goal.id.split("-")[0] ?? "");
  const rest = all.filter((row) => !numberedGoals.some((one) => belongs(row, one)));
  const rows = [
    ...numberedGoals.flatMap((one, index) =>
      rowsOf(
        `**${index + 1}** ${one.title}`,
        all.filter((row) => belongs(row, one)),
      ),
    ),
    ...(rest.length === 0 ? [] : rowsOf("others", rest)),
  ];
  const met = all.filter(({ goal }) => goal.met).length;
  const head = `${met} of ${all.length} figures are met. What bounds the others stands [below](#goals-that-are-missed-and-what-bounds-them).`;
  return ["### Goals", head, table(["", "goal", "wanted", "got", "met", "measured"], rows)].join("\n\n");
}

function rowsOf(title: string, rows: readonly GoalRow[]): readonly (readonly string[])[] {
  if (rows.length === 0) {
    return [[title, "–", "–", "–", "not measured", "–"]];
  }
  return rows.map(({ goal: { id, wanted, got, met }, from }, index) => [
    index === 0 ? title : "",
    `\`${id}\``,
    wanted,
    got === undefined ? "–" : String(got),
    met ? "yes" : "**no**",
    originWords(from.origin),
  ]);
}
