import { acceleratorFaultActs } from "../accelerator/accelerator-faults.js";
import type { AcceleratorSite } from "../accelerator/accelerator-site.js";
import { deskFaultActs } from "../desk/desk-faults.js";
import type { DeskSite } from "../desk/desk-site.js";
import type { TraderSites } from "../programs/trader-sites.js";
import { relayFaultActs } from "../relay/relay-faults.js";
import type { RelaySite } from "../relay/relay-site.js";
import type { Fault, FaultAct } from "./fault.js";
import { threadFaultActs } from "./thread-faults.js";
import { traderFaultActs } from "./trader-faults.js";
import { type SufferingVenue, venueFaultActs } from "./venue-faults.js";

/** What faults act on: a world is one. */
export interface SufferingWorld extends SufferingVenue {
  /** Absent in worlds without one. */
  readonly traders: TraderSites | undefined;
  readonly relay: RelaySite | undefined;
  readonly desk: DeskSite | undefined;
  readonly accelerator: AcceleratorSite | undefined;
  /** Acts after a time, as fate does. */
  later(ms: number, act: () => void): void;
}

/** Lets one thing go wrong. It does nothing where nobody is there whom it could happen to. */
export function applyFault(world: SufferingWorld, fault: Fault): void {
  const { traders, relay, desk, accelerator } = world;
  const later = (ms: number, act: () => void): void => world.later(ms, act);
  const act = <Site>(acts: Readonly<Partial<Record<string, FaultAct<Site>>>>, site: Site | undefined): void => {
    if (site !== undefined) {
      acts[fault.kind]?.(site, fault, later);
    }
  };
  act(venueFaultActs, world);
  act(traderFaultActs, traders && { traders, venue: world.venue });
  act(threadFaultActs, traders);
  act(relayFaultActs, relay);
  act(deskFaultActs, desk);
  act(acceleratorFaultActs, accelerator);
}
