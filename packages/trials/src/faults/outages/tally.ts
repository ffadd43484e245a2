import type { AccountWitness } from "./account-witness.js";
import type { HappeningName } from "./happenings.js";
import type { OutageKind } from "./outage-kinds.js";

/** What happened in all outages. */
export class OutageTally {
  outages = 0;
  fills = 0;
  readonly lost: string[] = [];
  readonly doubled: string[] = [];
  /** Where the account that the stream leads to is not the venue's. */
  readonly differences: string[] = [];
  /** Outages after which the stream was not whole again in time. */
  readonly unrecovered: string[] = [];
  fillsByQuery = 0;
  passiveChanges = 0;
  /** Fills made while the account could not hear of them. */
  fillsDuringOutages = 0;
  requests = 0;
  readonly kinds: Partial<Record<OutageKind, number>> = {};
  readonly happenings: Partial<Record<HappeningName, number>> = {};
  readonly events: Record<string, number> = {};

  /** Takes in what one account's stream delivered. */
  take(witness: AccountWitness): void {
    const { fills, lost, doubled } = witness.sum();
    this.fills += fills;
    this.lost.push(...lost);
    this.doubled.push(...doubled);
    this.fillsByQuery += witness.fillsByQuery;
    this.passiveChanges += witness.passiveChanges;
    for (const [kind, count] of Object.entries(witness.delivered)) {
      this.events[kind] = (this.events[kind] ?? 0) + count;
    }
  }
}
