import { openAccelerator } from "@depthwire/accelerator";
import { Credential } from "@depthwire/core";
import type { Seat } from "./desk.js";
import type { OpenedAccount } from "./truth.js";

/** What lets the hands into their accelerators. */
const token = "the-hands-own-token";

/** Where accelerators find their venue. */
export interface VenueAddresses {
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly serviceName: string;
}

/** Local accelerators, one for each key. */
export class Accelerators {
  readonly #venue: VenueAddresses;
  readonly #open: { close(): Promise<void> }[] = [];

  constructor(venue: VenueAddresses) {
    this.#venue = venue;
  }

  /** Opens one for this account. @returns where its requests go */
  async open(account: OpenedAccount): Promise<Seat> {
    const { restUrl, pushUrl, serviceName } = this.#venue;
    const accelerator = await openAccelerator({
      venue: { addresses: [`${pushUrl}/cbu`], restAddress: restUrl, serviceName },
      port: 0,
      credential: new Credential(account),
      token,
    });
    this.#open.push(accelerator);
    return { ...account, restUrl: accelerator.url, headers: { "x-depthwire-token": token } };
  }

  /** Ends them all. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((accelerator) => accelerator.close()));
  }
}
