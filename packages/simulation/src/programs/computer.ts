import { Credential } from "@depthwire/core";
import type { DeliveredRecord, IntentRecord } from "@depthwire/node/internal";
import { randomInteger } from "@depthwire/testkit";
import { HardwareClock } from "../kernel/hardware-clock.js";
import { randomFor } from "../kernel/seeds.js";
import type { Timeline } from "../kernel/timeline.js";
import { Link } from "../network/link.js";
import { Disk } from "../storage/disk.js";
import { RecordFile } from "../storage/record-file.js";

/** A computer with its clock, its disk and its way to the venue. Nothing runs on it yet. */
export interface Computer {
  readonly name: string;
  readonly clock: HardwareClock;
  readonly disk: Disk;
  readonly link: Link;
  readonly intents: RecordFile<IntentRecord>;
  readonly delivered: RecordFile<DeliveredRecord>;
}

/** What a computer is made of. */
export interface ComputerParts {
  readonly seed: number;
  readonly timeline: Timeline;
  /** What a right clock shows now, epoch milliseconds. */
  readonly startMs: number;
}

/** Farthest that a computer's time of day is wrong when a world begins, in milliseconds. */
const maxSkewMs = 20_000;

export function makeComputer({ seed, timeline, startMs }: ComputerParts, name: string): Computer {
  const disk = new Disk(timeline, name, randomFor(seed, `${name} disk`));
  const skewMs = randomInteger(randomFor(seed, `${name} clock`), -maxSkewMs, maxSkewMs);
  return {
    name,
    clock: new HardwareClock(timeline, startMs + skewMs),
    disk,
    link: new Link(name, timeline, randomFor(seed, `${name} link`)),
    intents: new RecordFile(`${name} intents`, disk),
    delivered: new RecordFile(`${name} delivered`, disk),
  };
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
