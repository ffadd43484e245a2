import type { HostedVenue } from "@depthwire/sandbox/internal";

/** Whether clients of a venue that ended hear of it: its system tells them, or its computer is gone with it. */
export type EndHeard = "told" | "untold";

/** Where clients reach a venue, whichever life of it is there. */
export interface VenueDoor {
  readonly name: string;
  /** Whether anybody listens. */
  readonly isOpen: boolean;
  /** Something comes to the venue that is there now. */
  enter(act: (venue: HostedVenue) => void): void;
  /** Calls back when the life that is there now ends. */
  onEnd(act: (heard: EndHeard) => void): void;
}
