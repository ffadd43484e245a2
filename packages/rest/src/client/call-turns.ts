import type { Clock, Credential } from "@depthwire/core";
import type { Operation } from "@depthwire/schema";
import type { CallScope } from "../call/call-scope.js";
import type { OpenWaits } from "../call/open-waits.js";
import type { CallPriority } from "../throttle/priority.js";
import type { Slot, Throttle } from "../throttle/throttle.js";
import type { ThrottleOptions } from "../throttle/throttle-options.js";
import { Throttles, type ThrottlesStatistics } from "./throttles.js";

/** What {@link CallTurns} are made of. */
export interface CallTurnsParts {
  readonly clock: Clock;
  /** Those of several clients together; absent: throttles of its own. */
  readonly throttles: Throttles | undefined;
  readonly options: Partial<ThrottleOptions>;
  readonly waits: OpenWaits;
  /** The key at this moment. */
  readonly credential: () => Credential | undefined;
}

/** Lets each call wait for its turn at the throttle that the venue counts it by. */
export class CallTurns {
  readonly #parts: CallTurnsParts;
  readonly #throttles: Throttles;

  constructor(parts: CallTurnsParts) {
    this.#parts = parts;
    this.#throttles = parts.throttles ?? new Throttles(parts.clock, parts.options);
  }

  /** What waits and what waited. */
  statistics(): ThrottlesStatistics {
    return this.#throttles.statistics(this.#parts.credential());
  }

  /**
   * A call counts on the key that it is signed with: where that was changed while the call waited, it waits again, with the new one. `use`
   * begins in the turn in which the call was counted, so that nothing can be changed between: it signs the call, and ends the slot.
   *
   * @returns what `use` does
   * @throws the scope's reason; TransportError `closed`, `queue-full`; what `use` throws
   */
  async take<Value>(
    operation: Operation,
    priority: CallPriority,
    scope: CallScope,
    use: (slot: Slot) => Promise<Value>,
  ): Promise<Value> {
    for (;;) {
      const throttle = this.#throttleOf(operation);
      const slot =
        throttle.takeNow(priority) ??
        (await this.#parts.waits.during(scope, () => throttle.take(priority, scope.signal)));
      if (throttle === this.#throttleOf(operation)) {
        return use(slot);
      }
      slot.end("not-sent");
    }
  }

  #throttleOf(operation: Operation): Throttle {
    return operation.auth === "none"
      ? this.#throttles.public
      : this.#throttles.of(this.#parts.credential(), this.#parts.options);
  }
}
