import { observe, type Venue } from "@depthwire/node";
import { observeInstance, type RelayInstance } from "@depthwire/relay";
import { type Figure, FigureMeter } from "./figure-meter.js";
import { type NotReady, notReady } from "./not-ready.js";

/** What an instance shows of itself at a moment. Plain data, which crosses threads. */
export interface ShownInstance {
  /** Its name in the plan. */
  readonly name: string;
  readonly figures: readonly Figure[];
  /** Empty: it is heard by the bus and by the stores. */
  readonly notReady: readonly NotReady[];
}

/** Tells figures and health of one instance, where it runs. Before it runs, that it does not take part yet. */
export class InstanceFigures {
  readonly #name: string;
  #observed: { readonly instance: RelayInstance; readonly venue: Venue } | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** The instance and its engine are there. */
  observe(instance: RelayInstance, venue: Venue): void {
    this.#observed = { instance, venue };
  }

  /** What is so now. */
  read(): ShownInstance {
    if (this.#observed === undefined) {
      return { name: this.#name, figures: [], notReady: notReady(undefined) };
    }
    const { instance, venue } = this.#observed;
    const status = instance.status();
    const meter = new FigureMeter();
    const ends = [observeInstance({ status: () => status }, meter), observe(venue, meter)];
    const figures = meter.read();
    for (const end of ends) {
      end();
    }
    return { name: this.#name, figures, notReady: notReady(status) };
  }
}
