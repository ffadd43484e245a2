import { holdsLease, type LeaseReading, type LeaseRecord, type LeaseState } from "@depthwire/relay/internal";
import {
  actsForMs,
  type Call,
  type Candidate,
  candidateNames,
  type LeaseWorld,
  leaseMs,
  leaseOptionsOf,
} from "./lease-world.js";

/** @spec relay: at most one acts at any time, but for the time in which a holder has named its heir */
export function judgedLease(world: LeaseWorld): LeaseWorld {
  return world.fault === undefined ? { ...world, fault: faultOf(world) } : world;
}

function faultOf({ candidates, nowMs }: LeaseWorld): string | undefined {
  const now = { monotonicMs: nowMs, wallMs: nowMs };
  const holders = candidateNames.flatMap((name, who) => {
    const { lease, provenAtMs } = candidates[who] as Candidate;
    return holdsLease(leaseOptionsOf(name), lease, now) ? [{ name, lease, provenAtMs }] : [];
  });
  if (holders.some(({ provenAtMs }) => nowMs - provenAtMs >= actsForMs)) {
    return "a holder acts for longer than its part of the lease since it sent the renewal";
  }
  const [older, newer] = holders.toSorted((some, other) => some.lease.term - other.lease.term);
  if (older === undefined || newer === undefined) {
    return undefined;
  }
  if (older.lease.term === newer.lease.term) {
    return "two act under one term";
  }
  const { heir, writtenHeir, doubtedHeir, call } = older.lease;
  const isOffered = [heir, writtenHeir, doubtedHeir, call?.heir].includes(newer.name);
  return isOffered ? undefined : "two act at once, and neither is the other's heir";
}

/** Revisions and terms count from the store's, times from now, and only as far back as something depends on them. */
export function keyOfLease({ nowMs, store, candidates, wonTerm, releases, offers }: LeaseWorld): string {
  const { revision, record } = store;
  const term = record?.term ?? 0;
  const since = (at: { readonly monotonicMs: number }): number => Math.min(nowMs - at.monotonicMs, leaseMs);
  const ofRecord = (one: LeaseRecord): string => `${one.holder}${one.term - term}${one.heir ?? ""}`;
  const ofReading = (reading: LeaseReading): string =>
    `${revision - reading.revision}${typeof reading.content === "object" ? ofRecord(reading.content) : reading.content[0]}`;
  const ofCall = ({ effect, answer, sentAtMs, isForgotten }: Call): string => {
    const what = effect.kind === "read" ? "r" : `u${revision - effect.expected}${ofRecord(effect.record)}`;
    const told =
      answer === undefined
        ? ""
        : answer.kind === "read"
          ? ofReading(answer.reading)
          : answer.kind === "updated"
            ? `+${revision - answer.revision}`
            : "-";
    return `${what}>${told}@${isForgotten ? "x" : Math.min(nowMs - sentAtMs, leaseMs)}`;
  };
  const ofLease = (lease: LeaseState): string => {
    const call =
      lease.call === undefined ? "" : `${lease.call.kind[0]}${since(lease.call.sentAt)}${lease.call.heir ?? ""}`;
    switch (lease.phase) {
      case "contending":
        return `c${call}/${lease.seen === undefined ? "" : ofReading(lease.seen.reading) + since(lease.seen.since)}`;
      case "holding":
        return `h${lease.term - term}/${revision - lease.revision}/${since(lease.renewedAt)}${call}/${lease.heir ?? ""}/${lease.writtenHeir ?? ""}/${lease.doubtedHeir ?? ""}${lease.isTaken === true ? "t" : ""}`;
      default:
        return `${lease.phase[0]}${lease.term - term}${call}`;
    }
  };
  const ofCandidate = ({ lease, calls, provenAtMs, heardTerm }: Candidate): string =>
    `${heardTerm - term};${ofLease(lease)};${calls.map(ofCall).join(",")};${lease.phase === "holding" ? Math.min(nowMs - provenAtMs, leaseMs) : ""}`;
  return `${record === undefined ? "" : ofRecord(record)}|${wonTerm - term}|${releases}${offers}|${candidates.map(ofCandidate).join("|")}`;
}
