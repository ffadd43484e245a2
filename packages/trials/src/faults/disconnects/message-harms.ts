import { setTimeout as sleep } from "node:timers/promises";
import { type FaultKind, faultKinds } from "@depthwire/sandbox";
import { isPending } from "./connection-harms.js";
import type { Lane } from "./lane.js";

/** Faults that are about connections. */
const connectionFaults = ["cut", "close", "black-hole", "refuse"] as const;
type ConnectionFault = (typeof connectionFaults)[number];

/** A flip of the proxy, or a fault of the sandbox's publisher. */
export type MessageHarm = "bit-flip" | Exclude<FaultKind, ConnectionFault>;

function isMessageFault(kind: FaultKind): kind is Exclude<FaultKind, ConnectionFault> {
  return !connectionFaults.some((fault) => fault === kind);
}

/** Harms after which the book is what it was: nothing was lost, or what came too much says its age. */
const harmless: readonly MessageHarm[] = ["duplicate", "old-snapshot", "delay"];

/** All ways to harm a message. */
export const messageHarms: readonly MessageHarm[] = [
  "bit-flip",
  ...(Object.keys(faultKinds) as FaultKind[]).filter(isMessageFault),
];

/** Whether the engine must have noticed before it shows a later state: with a new epoch. */
export function mustBeNoticed(harm: MessageHarm): boolean {
  return !harmless.includes(harm);
}

/** Whether the harm can be without effect: there are bits of a compressed body that mean nothing. */
export function mayMissItsAim(harm: MessageHarm): boolean {
  return harm === "bit-flip" || harm === "corrupt";
}

/** Publications that an old snapshot is back, and numbers that a gap leaves out. */
const by = 3;
const delayMs = 80;

/** Where messages are compressed at all, one comes within this time. */
const compressedWithinMs = 1_500;

/**
 * Harms one of the next messages of the lane; resolves when that has happened.
 *
 * @returns what was done: where nothing is compressed the proxy finds no body, and the sandbox harms one instead
 */
export async function harmMessage(lane: Lane, harm: MessageHarm, place: number): Promise<MessageHarm> {
  const { sandbox, pair } = lane;
  if (harm === "bit-flip" && (await flipBit(lane, place))) {
    return harm;
  }
  const kind = harm === "bit-flip" ? "corrupt" : harm;
  sandbox.faults.add({ kind, pair, ...detailsOf(kind) });
  await lane.until(`the fault ${kind}`, () => !isPending(lane, "updates"));
  return kind;
}

async function flipBit({ proxy }: Lane, place: number): Promise<boolean> {
  const { flipBitsAt } = proxy.toClient;
  flipBitsAt.push(place);
  const deadlineMs = performance.now() + compressedWithinMs;
  while (flipBitsAt.length > 0 && performance.now() < deadlineMs) {
    await sleep(2);
  }
  return flipBitsAt.splice(0).length === 0;
}

function detailsOf(harm: FaultKind): { by?: number; ms?: number; bits?: number } {
  if (harm === "gap" || harm === "old-snapshot") {
    return { by };
  }
  if (harm === "corrupt") {
    return { bits: 1 };
  }
  return harm === "delay" ? { ms: delayMs } : {};
}
