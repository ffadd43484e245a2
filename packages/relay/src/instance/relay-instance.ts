import type { BookReason, BookStatus } from "@depthwire/book";
import type { CancelTimer } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import type { AcceptedFrame, ChannelStatus, FrameListener, ShardState } from "@depthwire/stream";
import { RelayError } from "../error/relay-error.js";
import { LimitedStore } from "../lease/limited-store.js";
import { tryLeaseStore } from "../lease/try-lease-store.js";
import { InstanceCore } from "./instance-core.js";
import { drawnOwner, instanceOptionsTable, type RelayInstanceOptions, settingsOf } from "./instance-options.js";
import type { RelayInstanceStatus } from "./instance-status.js";
import { listenToOperators } from "./operator-door.js";

export type { RelayInstanceEvent } from "./instance-event.js";
export type { FollowedBook, RelayInstanceOptions } from "./instance-options.js";

/**
 * A process, or a thread of one, that takes part in a relay: it owns shards by leases, publishes what its engine keeps for them, stands by for others, and
 * hands over without a book that is not live.
 */
export class RelayInstance {
  readonly #options: RelayInstanceOptions;
  readonly #core: InstanceCore;
  #cancelLook: CancelTimer = () => undefined;
  #endOperators: () => void = () => undefined;
  #starting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  /**
   * @throws ValidationError `option-invalid`; `value-invalid` for a name that can't be part of a subject
   */
  constructor(options: RelayInstanceOptions) {
    checkOptions(options, instanceOptionsTable);
    this.#options = options;
    this.#core = new InstanceCore(options, settingsOf(options), drawnOwner(options));
  }

  /** The port `listenToFrames` of the engine's shard. */
  readonly listenToFrames = (state: ShardState): FrameListener => {
    const { relay, books } = this.#core;
    const listener = relay.listenToFrames(state);
    return {
      accepted: (frame: AcceptedFrame) => listener.accepted(frame),
      status: (pair: string, status: BookStatus, reason: BookReason | undefined) => {
        books.status(pair, status, reason);
        listener.status(pair, status, reason);
      },
      channelStatus: (channel: string, status: ChannelStatus) => relay.channelStatus(channel, status),
    };
  };

  /**
   * Takes part from now on. Resolves when the store of leases has been tried for real; the shards come later, as the listener tells.
   *
   * @throws RelayError `relay-store-unsafe`
   * @throws TransportError `timed-out`, and what the store rejects with, where it does not answer
   */
  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      // A store that was away may be back: it can be called again.
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /**
   * Hands a shard that this one owns over to the next candidate, or to the named instance, which then is its place in the plan. The successor is live first, so
   * that nobody sees a book that is not.
   *
   * @throws RelayError `relay-handover-refused`: this one still owns the shard, or never did
   */
  async handOver(shard: string, to?: string): Promise<void> {
    const end = await this.#core.handOver(shard, to);
    if (end.kind === "refused") {
      throw new RelayError("relay-handover-refused", { shard, refusal: end.refusal });
    }
  }

  /** What it does at the moment. */
  status(): RelayInstanceStatus {
    return this.#core.status();
  }

  /**
   * Hands its shards over where somebody is live for them, or soon is, gives the other leases back, leaves the plan and ends. Resolves when that is done, or could
   * not be done in time (`closeLimitMs`); never rejects.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #start(): Promise<void> {
    const { leaseStore: store, clock, unsafeStore = "refuse", listener } = this.#options;
    const { callLimitMs } = settingsOf(this.#options);
    const trial = await tryLeaseStore(new LimitedStore({ store, clock, callLimitMs }));
    if (trial.unsafeRounds > 0) {
      if (unsafeStore === "refuse") {
        throw new RelayError("relay-store-unsafe", { store: "leases", ...trial });
      }
      listener?.({ kind: "store-unsafe", ...trial });
    }
    if (this.#closing === undefined) {
      this.#core.start();
      const { bus, subjects, name } = this.#options;
      this.#endOperators = listenToOperators({ bus, subjects, name, core: this.#core });
      this.#look();
    }
  }

  #look(): void {
    const { clock } = this.#options;
    this.#core.look();
    this.#cancelLook = clock.after(settingsOf(this.#options).beatEveryMs, () => this.#look());
  }

  async #close(): Promise<void> {
    await this.#core.leave();
    this.#cancelLook();
    this.#endOperators();
    await this.#core.end();
  }
}
