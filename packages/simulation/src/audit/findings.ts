import type { Timeline } from "../kernel/timeline.js";

/** What the auditors of one world hold things against, by name. */
export const auditNames = [
  "books",
  "live",
  "threads",
  "states",
  "relay",
  "events",
  "orders",
  "halts",
  "limits",
  "reads",
  "rivals",
  "money",
  "insurance",
  "secrets",
  "memory",
  "liveness",
  "uncaught",
] as const;

/** One of {@link auditNames}. */
export type AuditName = (typeof auditNames)[number];

/** Something that must not be. */
export interface Finding {
  readonly audit: AuditName;
  /** True time, in milliseconds from the world's beginning. */
  readonly atMs: number;
  readonly text: string;
}

/** More say nothing new. */
const maxFindings = 50;

/** What auditors found, and how much they looked at. */
export class Findings {
  readonly found: Finding[] = [];
  readonly compared: Partial<Record<AuditName, number>> = {};
  readonly #timeline: Timeline;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** One thing was held against what it must be. */
  looked(audit: AuditName, times = 1): void {
    this.compared[audit] = (this.compared[audit] ?? 0) + times;
  }

  add(audit: AuditName, text: string): void {
    if (this.found.length < maxFindings) {
      this.found.push({ audit, atMs: Math.round(this.#timeline.nowMs), text });
    }
  }
}
