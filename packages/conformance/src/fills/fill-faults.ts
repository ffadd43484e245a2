import type { FaultRule } from "@depthwire/sandbox";

/** One way in which what an account is told may be lost. */
export interface FillFault {
  readonly says: string;
  readonly faults: readonly Omit<FaultRule, "channel" | "pair">[];
}

/** Everything that may happen to the private stream. */
export const fillFaults: Readonly<Record<string, FillFault>> = {
  "fills-told": { says: "Orders trade, and everything is told.", faults: [] },
  "fills-lost": {
    says: "Each third private message is lost.",
    faults: [{ kind: "drop", probability: 0.33, count: 6 }],
  },
  "fills-doubled": { says: "Ten private messages come twice.", faults: [{ kind: "duplicate", count: 10 }] },
  "fills-swapped": { says: "Private messages change places.", faults: [{ kind: "reorder", count: 3 }] },
  "fills-cut": { says: "The private connection ends amid the fills.", faults: [{ kind: "cut", count: 2 }] },
  "fills-silent": { says: "The private connection stays open and is dead.", faults: [{ kind: "black-hole" }] },
  "fills-corrupt": { says: "Private messages are damaged.", faults: [{ kind: "corrupt", bits: 3, count: 2 }] },
};
