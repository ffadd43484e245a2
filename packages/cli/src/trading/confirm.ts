import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import type { Fact } from "./open-account.js";
import type { ConfirmFlags } from "./trade-options.js";

/** What is about to happen. */
export interface Plan {
  /** One sentence, such as `Buy 1 4BTC_USDT at 60000`. */
  readonly does: string;
  readonly facts: readonly Fact[];
}

/**
 * Shows what is about to happen and waits for a yes.
 *
 * @throws Refused `not-confirmed` where the answer is another one, or nobody can answer
 */
export async function confirm(plan: Plan, { yes }: ConfirmFlags, { input, output }: Context): Promise<void> {
  if (yes === true) {
    return;
  }
  if (!input.isTerminal) {
    throw new Refused(
      "not-confirmed",
      `Nothing was done: nobody can be asked here whether to do this. ${plan.does}`,
      "Add --yes if it is to happen without a question.",
    );
  }
  output.note(planText(plan));
  const answer = await input.ask("Do it? [y/N]");
  if (!/^(y|yes)$/i.test(answer?.trim() ?? "")) {
    throw new Refused("not-confirmed", "Nothing was done: the answer was not yes");
  }
}

/** The plan as lines. */
export function planText({ does, facts }: Plan): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return [does, ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join("\n");
}
