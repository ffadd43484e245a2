import type { CommandOutcome } from "@depthwire/tools/command-line";

/** What a run with a full disk has shown. */
export interface DiskFullFacts {
  readonly acknowledged: number;
  readonly transfers: number;
  /** Answered with 4003. */
  readonly refused: number;
  /** Answered with another HTTP status than 200, or not at all. */
  readonly unanswered: number;
  readonly reads: number;
  readonly readsThatLived: number;
  readonly exitCode: number | undefined;
  /** How often the program said what is wrong with which directory. */
  readonly told: number;
  /** Acknowledged, and not there once there was room again. */
  readonly lost: number;
  readonly findings: readonly string[];
}

/** Exit code of a program that could not keep something. */
const failedExitCode = 1;

/** Says what of a run is not as it should be. */
export function judgeDiskFull({ findings, ...facts }: DiskFullFacts): CommandOutcome {
  const { acknowledged, transfers, refused, unanswered, reads, readsThatLived, exitCode, told, lost } = facts;
  const failures = [...findings];
  const demand = (isMet: boolean, sentence: string): void => {
    if (!isMet) {
      failures.push(sentence);
    }
  };
  demand(acknowledged > 0, "nothing was acknowledged, so nothing could be lost");
  demand(refused > 0, "nothing was refused with 4003: the disk was never full");
  demand(unanswered === 0, `${unanswered} requests were not answered with 4003 but otherwise, or not at all`);
  demand(readsThatLived === reads, `${reads - readsThatLived} of ${reads} queries were not answered`);
  demand(exitCode === failedExitCode, `the program ended with ${exitCode}`);
  demand(told === 1, `the cause was told ${told} times`);
  const text = [
    `${acknowledged} orders and ${transfers} transfers acknowledged, ${lost} lost; ${refused} requests refused with 4003`,
    `${readsThatLived} of ${reads} queries answered on a full disk; exit code ${exitCode}`,
  ].join("\n");
  return { summary: { ...facts }, text, failures };
}
