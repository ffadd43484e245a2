import { Credential } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import type { BookAudit } from "../audit/book-audit.js";
import { EventAudit } from "../audit/event-audit.js";
import type { Findings } from "../audit/findings.js";
import { HaltAudit } from "../audit/halt-audit.js";
import { LimitAudit } from "../audit/limit-audit.js";
import { OrderAudit } from "../audit/order-audit.js";
import type { SecretAudit } from "../audit/secret-audit.js";
import { HardwareClock } from "../kernel/hardware-clock.js";
import { randomFor } from "../kernel/seeds.js";
import type { Timeline } from "../kernel/timeline.js";
import { Link } from "../network/link.js";
import { Disk } from "../storage/disk.js";
import { RecordFile } from "../storage/record-file.js";
import type { TraderSite } from "./trader-parts.js";
import type { TraderProgram } from "./trader-program.js";

/** A trader's computer, and which life of its program runs on it. */
export interface Computer {
  readonly clock: HardwareClock;
  readonly disk: Disk;
  readonly link: Link;
  readonly site: TraderSite;
  readonly limits: LimitAudit;
  program: TraderProgram | undefined;
  /** Done when the first byte of its next order leaves. */
  atNextOrder: (() => void) | undefined;
}

/** What a trader's computer is made of. */
export interface ComputerParts {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly findings: Findings;
  readonly books: BookAudit;
  readonly secrets: SecretAudit;
  /** What a right clock shows now, epoch milliseconds. */
  readonly startMs: number;
}

/** Farthest that a computer's time of day is wrong when a world begins, in milliseconds. */
const maxSkewMs = 20_000;

/** A computer with its disk, its clock and its way to the venue. Nothing runs on it yet. */
export function makeComputer(parts: ComputerParts, account: number, index: number): Computer {
  const { seed, timeline, findings, books, secrets, startMs } = parts;
  const name = `trader ${index + 1}`;
  const disk = new Disk(timeline, name, randomFor(seed, `${name} disk`));
  const site: TraderSite = {
    name,
    account,
    key: keyOf(seed, account),
    protocol: (Math.floor(seed / 2) + index) % 2 === 0 ? "prefix" : "channel",
    intents: new RecordFile(`${name} intents`, disk),
    delivered: new RecordFile(`${name} delivered`, disk),
    orders: 0,
    audits: {
      books,
      events: new EventAudit(findings, name),
      orders: new OrderAudit(findings, name),
      halts: new HaltAudit(findings, name),
      secrets,
    },
  };
  const skewMs = randomInteger(randomFor(seed, `${name} clock`), -maxSkewMs, maxSkewMs);
  const clock = new HardwareClock(timeline, startMs + skewMs);
  const link = new Link(name, timeline, randomFor(seed, `${name} link`));
  const limits = new LimitAudit(findings, name);
  return { clock, disk, link, site, limits, program: undefined, atNextOrder: undefined };
}

/** A key that nothing else in the run looks like. */
export function keyOf(seed: number, account: number): { readonly apiKey: string; readonly apiSecret: string } {
  const random = randomFor(seed, `key of ${account}`);
  const hex = (length: number): string =>
    Array.from({ length }, () => randomInteger(random, 0, 15).toString(16)).join("");
  const key = { apiKey: hex(40), apiSecret: hex(40) };
  Credential.checked(new Credential(key));
  return key;
}
