import type { Round } from "./plan.js";

/** The parts of a round whose kinds are counted. */
export type RoundPart = "link" | "message" | "connection" | "welcome";

/** What happened, over all lanes. */
export class DisconnectTally {
  disconnects = 0;
  /** Books that went on without a new epoch although something of theirs was lost: what, for people. */
  readonly lostWithoutGap: string[] = [];
  /** Rounds after which a book did not come back: why, for people. */
  readonly unrecovered: string[] = [];
  /** How often each kind was carried out. */
  readonly coverage: Readonly<Record<RoundPart, Record<string, number>>> = {
    link: {},
    message: {},
    connection: {},
    welcome: {},
  };

  /** Counts one kind that was carried out. */
  count(part: RoundPart, { [part]: kind }: Round): void {
    const counts = this.coverage[part];
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
}
