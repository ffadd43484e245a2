import type { Handlers, NamedHandler, Refusal } from "../handler.js";
import type { Received } from "../received.js";
import type { RestServices } from "../rest-services.js";
import type { Sender } from "../sender.js";

/** A request on its way through the steps: what came, and what the steps have found out so far. */
export interface Asked {
  readonly request: Received;
  /** Those who may answer at this address. */
  readonly handlers: Handlers;
  /** Who answers; the address's first handler until it is known which operation is meant. */
  readonly named: NamedHandler;
  /** Whose request it is, or what is wrong with the claim; nothing for a public one. */
  readonly sender: Sender | Refusal | undefined;
  /** The parameters as they stand on the wire, not yet decoded. */
  readonly params: unknown;
  /** Echoed in the answer of a batch command. */
  readonly index?: number;
  /** The answer's text; empty until the operation has been carried out. */
  readonly answer: string;
}

/** One thing that every request goes through. */
export interface Step {
  /** As the guide's table names it. */
  readonly name: string;
  /**
   * @returns what is known afterwards, or a refusal: then no later step is taken
   * @throws ProtocolError when something is malformed, which is refused with 3000
   */
  readonly take: (asked: Asked, services: RestServices) => Asked | Refusal;
}
