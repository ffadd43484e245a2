import { Command, InvalidArgumentError, Option } from "commander";
import type { ClockStatus } from "../clock/steerable-clock.js";
import { operatorTokenVariable } from "../guard/guard-flags.js";
import { askOperator } from "./ask-operator.js";
import type { Printed } from "./list-scenarios.js";
import { notAnswered } from "./not-answered.js";
import { usualPort } from "./usual-port.js";

/** What is asked of the clock: one thing, or nothing but how it stands. */
interface ClockFlags {
  readonly venue: string;
  readonly pause?: true;
  readonly resume?: true;
  readonly speed?: number;
  /** Milliseconds; `true`: until the next tick. */
  readonly step?: number | true;
  readonly until?: string;
  readonly json?: true;
}

function numberOf(text: string): number {
  const value = /^[0-9]{1,15}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) {
    throw new InvalidArgumentError("it must be a number");
  }
  return value;
}

function clockCommand(name: string): Command {
  return new Command(name)
    .description("The time of a sandbox that runs: says it, lets it stand, run on, or pass at once")
    .addOption(
      new Option("--pause", "time stands; a step on its way ends").conflicts(["resume", "speed", "step", "until"]),
    )
    .addOption(new Option("--resume", "time runs on, as fast as before").conflicts(["step", "until"]))
    .addOption(
      new Option("--speed <number>", "time runs on, so many times as fast as the machine's")
        .argParser(numberOf)
        .conflicts(["step", "until"]),
    )
    .addOption(
      new Option("--step [ms]", "so many milliseconds pass at once, or as many as are left until the next tick")
        .argParser(numberOf)
        .conflicts("until"),
    )
    .option("--until <moment>", "time passes at once until then: epoch milliseconds, or like 2026-01-31T08:00:00Z")
    .option("--venue <address>", "where the sandbox listens", `http://127.0.0.1:${usualPort}`)
    .option("--json", "print the answer as it comes")
    .addHelpText("after", `\nThe operator's token, where there is one, is taken from ${operatorTokenVariable}.`)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

/** How the operator's addresses are asked for it. */
function questionOf({ pause, resume, speed, step, until }: ClockFlags): {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
} {
  if (pause === true) {
    return { method: "POST", path: "clock/pause", body: {} };
  }
  if (resume === true || speed !== undefined) {
    return { method: "POST", path: "clock/resume", body: speed === undefined ? {} : { speed } };
  }
  if (step !== undefined) {
    return { method: "POST", path: "clock/step", body: step === true ? {} : { ms: step } };
  }
  if (until !== undefined) {
    return { method: "POST", path: "clock/until", body: { at: /^[0-9]+$/.test(until) ? Number(until) : until } };
  }
  return { method: "GET", path: "clock" };
}

function wordsOf({ now, state, speed, aheadMs }: ClockStatus & { readonly now: string }): string {
  const pace = state === "paused" ? "stands" : speed === 1 ? "runs" : `runs ${speed} times as fast as the machine's`;
  const ahead = state === "machine" ? "" : `, ${Math.round(aheadMs)} ms ahead of the machine's`;
  return `It is ${now}: time ${pace}${ahead}\n`;
}

/** The command `clock`: asks a sandbox that runs. @param token the operator's, where there is one */
export async function steerClock(argv: readonly string[], name: string, token: string | undefined): Promise<Printed> {
  try {
    const flags = clockCommand(`${name} clock`).parse(argv, { from: "user" }).opts<ClockFlags>();
    return await askOperator({ venue: flags.venue, token, ...questionOf(flags) }, (text) =>
      flags.json === true ? `${text}\n` : wordsOf(JSON.parse(text) as ClockStatus & { readonly now: string }),
    );
  } catch (error) {
    return notAnswered(error);
  }
}
