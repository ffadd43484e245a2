/** How many sandboxes may fail to start before a run is given up. */
const maxFailedStarts = 10;

/** What the lanes of a run have met. */
export class CrashTally {
  kills = 0;
  acknowledged = 0;
  /** Acknowledged and not there after the next start. */
  lost = 0;
  /** What is wrong with what is there. */
  corrupt = 0;
  /** How many sandboxes ended by themselves before they were open. They are not counted as killed. */
  failedStarts = 0;
  /** How many sandboxes died before they were open. */
  diedAtStart = 0;
  /** How many replays from the first command on were held against a snapshot. */
  replays = 0;
  commands = 0;
  readonly recoveryMs: number[] = [];
  readonly deaths: Record<string, number> = {};
  readonly findings: string[] = [];

  died(how: string): void {
    this.kills += 1;
    this.deaths[how] = (this.deaths[how] ?? 0) + 1;
  }

  /** A sandbox ended by itself before it was open. @throws Error when that has become the rule */
  failedToStart(complaint: string): void {
    this.failedStarts += 1;
    this.findings.push(`not started: ${complaint}`);
    if (this.failedStarts > maxFailedStarts) {
      throw new Error("sandboxes do not start");
    }
  }

  lose(count: number, what: string): void {
    this.lost += count;
    this.findings.push(`lost: ${what}`);
  }

  harm(what: string): void {
    this.corrupt += 1;
    this.findings.push(`corrupt: ${what}`);
  }
}
