import { type FakeClock, fakeClock } from "@depthwire/testkit";
import type { AccountEvent } from "./account-event.js";
import { type AccountOptions, defaultAccountOptions } from "./account-options.js";
import { AccountStream } from "./account-stream.js";
import { plainHabits, ScriptedVenue } from "./scripted-venue.spec-kit.js";

/** The contract of the scenes. */
export const pair = "4BTC_USDT";

/** An account of a scripted venue, and everything that its loop got. */
export class AccountScene {
  readonly clock: FakeClock = fakeClock();
  readonly venue: ScriptedVenue = new ScriptedVenue(this.clock, () => 0.5, plainHabits);
  readonly events: AccountEvent[] = [];
  /** Ids of the orders that this client sent. */
  readonly sent = new Set<string>();
  stream!: AccountStream;

  /** Opens the stream and a loop over it. */
  open(options: Partial<AccountOptions> = {}, recovery: "recovery" | "none" = "recovery"): void {
    const { clock, venue, events } = this;
    const stream = new AccountStream({
      options: { ...defaultAccountOptions, ...options },
      clock,
      ...(recovery === "none"
        ? {}
        : { recovery: { reconciler: venue, isOwn: ({ orderId }) => this.sent.has(orderId) } }),
    });
    this.stream = stream;
    venue.feed = stream.feed;
    void (async () => {
      for await (const event of stream) {
        events.push(event);
      }
    })();
  }

  /** Lets five seconds pass, and everything happen that is due. */
  settle(): Promise<void> {
    return this.clock.advanceAndSettle(5_000);
  }

  kinds() {
    return this.events.map(({ kind }) => kind);
  }

  /** Each fill that was told: where from, and how much. */
  fillsTold() {
    return this.events.flatMap((event) =>
      event.kind === "fill" ? [`${event.origin} ${event.fill.dealQuantity}`] : [],
    );
  }
}
