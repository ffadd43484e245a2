import type { Random } from "@depthwire/core";
import type { InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { randomInteger } from "@depthwire/testkit";
import type { SimulatedLink } from "./simulated-link.js";

/** What an outage works on. */
export interface OutageScene {
  readonly venue: InMemoryVenue;
  readonly link: SimulatedLink;
  readonly random: Random;
}

/** The ways in which a private stream is lost, wholly or in part. */
export const outageKinds = [
  "cut",
  "cut-with-a-message",
  "closed-with-a-message",
  "black-hole",
  "dropped-message",
  "damaged-frame",
  "unreadable-message",
  "cut-while-recovering",
] as const;

/** One of {@link outageKinds}. */
export type OutageKind = (typeof outageKinds)[number];

const channel = "private" as const;
const damage = ["corrupt", "truncate", "unknown-marker"] as const;
const unreadable = ["not-json", "wrong-shape"] as const;

/**
 * Begins an outage.
 *
 * @returns ends it, where it does not end by itself
 */
export function beginOutage(kind: OutageKind, { venue, link, random }: OutageScene): () => void {
  switch (kind) {
    case "cut":
    case "cut-while-recovering":
      link.isDown = true;
      link.cut();
      return () => {
        link.isDown = false;
      };
    case "black-hole":
      link.isDown = true;
      link.swallow();
      return () => {
        link.isDown = false;
      };
    case "cut-with-a-message":
      venue.faults.add({ kind: "cut", channel });
      return () => undefined;
    case "closed-with-a-message":
      venue.faults.add({ kind: "close", channel });
      return () => undefined;
    case "dropped-message":
      venue.faults.add({ kind: "drop", channel, count: randomInteger(random, 1, 3) });
      return () => undefined;
    case "damaged-frame":
      venue.faults.add({ kind: damage[randomInteger(random, 0, damage.length - 1)] ?? "corrupt", channel });
      return () => undefined;
    case "unreadable-message":
      venue.faults.add({ kind: unreadable[randomInteger(random, 0, unreadable.length - 1)] ?? "not-json", channel });
      return () => undefined;
  }
}
