import type dns from "node:dns";
import type { AccountEvent } from "@depthwire/account";
import { DepthwireError, OrderOutcomeUnknown, TransportError, VenueError } from "@depthwire/core";
import { type Account, Credential, connect, type Venue } from "@depthwire/node";
import type { ThrottleOptions } from "@depthwire/rest";
import type { Ask, ClientSettings, DeliveredFill, Known, Placing, WantedOrder } from "./client-messages.js";
import { HangingNames } from "./hanging-names.js";

/** Waits of the product are shortened where its rule stays the same: a run is not an afternoon. Milliseconds. */
const shortWaits = {
  connect: {
    connectTimeoutMs: 2_000,
    heartbeat: { pingAfterQuietMs: 2_000, answerWithinMs: 3_000 },
    backoff: { firstWindowMs: 200, maxWindowMs: 1_000 },
    http: { connectTimeoutMs: 1_500, closeWithinMs: 2_000 },
  },
  rest: { timeoutMs: 8_000, attemptTimeoutMs: 3_000 },
  mirror: { reconcileEveryMs: 5_000, auditDelayMs: 1_000, settleMs: 300, maxRetryMs: 2_000 },
} as const;
/** The venue's clock is this machine's. */
const outcomeMarginMs = 1_000;
const usualWaits = { connect: {}, rest: {}, mirror: {} } as const;

/** No call waits for another, and none for the venue's window. */
const unthrottled: Partial<ThrottleOptions> = { limit: 1_000_000, reserve: {} };

/** The product as a program uses it, told by messages what to do. */
export class ScenarioClient {
  readonly #names: HangingNames;
  readonly #fills: DeliveredFill[] = [];
  readonly #twins: string[] = [];
  readonly #events: Record<string, number> = {};
  #ended: string | undefined;
  #venue: Venue | undefined;
  #account: Account | undefined;
  #settings: ClientSettings | undefined;

  constructor(names: typeof dns) {
    this.#names = new HangingNames(names);
  }

  /** Does what it is asked for. */
  async answer(ask: Ask): Promise<unknown> {
    switch (ask.kind) {
      case "open":
        this.#open(ask.settings);
        return undefined;
      case "ready":
        return this.#opened.ready;
      case "place":
        return this.#place(ask.order, ask.way);
      case "read":
        return this.#opened.rest.usdt.getAssets().then(
          () => true,
          () => false,
        );
      case "halt":
        void this.#opened.trader.halt("told to", { scope: ask.scope });
        return undefined;
      case "halt-end":
        return this.#opened.trader.halted?.complete;
      case "resume":
        this.#opened.trader.resume();
        return undefined;
      case "rotate":
        return this.#opened.rotate(new Credential(ask));
      case "names":
        this.#names.answer(ask.answer);
        return undefined;
      case "known":
        return this.#known();
      case "close":
        await this.#venue?.close();
        return undefined;
    }
  }

  get #opened(): Account {
    if (this.#account === undefined) {
      throw new Error("the client is not open");
    }
    return this.#account;
  }

  #open(settings: ClientSettings): void {
    const { restAddress, pushAddress, serviceName, proxy, habit, toleranceMs } = settings;
    const throttle = habit === "unthrottled" ? { throttle: unthrottled } : {};
    const { connect: waits, rest, mirror } = settings.waits === "short" ? shortWaits : usualWaits;
    const addresses = { addresses: [pushAddress], restAddress, serviceName, proxy };
    const venue = connect({ ...addresses, ...waits, rest: { ...rest, ...throttle } });
    const maxPositionQuantity = habit === "unlimited" ? undefined : settings.maxPositionQuantity;
    const account = venue.account(new Credential(settings), {
      mirror,
      trader: {
        limits: { maxPositionQuantity },
        outcomes: { toleranceMs, marginMs: outcomeMarginMs },
        listener: (event) => {
          if (event.kind === "client-order-id-twice") {
            this.#twins.push(event.clientOrderId);
          }
        },
      },
    });
    this.#settings = settings;
    this.#venue = venue;
    this.#account = account;
    this.#listen(account.events).catch((error: unknown) => {
      this.#ended = String(error);
    });
  }

  async #listen(events: AsyncIterable<AccountEvent>): Promise<void> {
    for await (const event of events) {
      this.#events[event.kind] = (this.#events[event.kind] ?? 0) + 1;
      if (event.kind !== "fill") {
        continue;
      }
      const { orderId, fillId, dealQuantity } = event.fill;
      this.#fills.push({ orderId, fillId, quantity: dealQuantity });
    }
  }

  async #place(order: WantedOrder, way: "trader" | "rest"): Promise<Placing> {
    try {
      return await this.#placeOnce(order, way);
    } catch (error) {
      const habit = this.#settings?.habit;
      const repeats = habit === "repeats" && error instanceof OrderOutcomeUnknown;
      const ignores = habit === "sends-after-halt" && codeOf(error) === "halted";
      if (repeats) {
        return this.#placeBlindly({ ...order, clientOrderId: otherId(order) });
      }
      return ignores ? this.#placeBlindly(order) : placingOf(error);
    }
  }

  async #placeOnce(order: WantedOrder, way: "trader" | "rest"): Promise<Placing> {
    const { trader, rest } = this.#opened;
    const onUnknown = this.#settings?.habit === "repeats" ? "throw" : "resolve";
    const placed = await (way === "trader" ? trader.place(order, { onUnknown }) : rest.usdt.placeOrder(order));
    return { verdict: "placed", orderId: placed.orderId };
  }

  /** What no client should do: the order again, by an account that knows nothing of the first and of no halt. */
  async #placeBlindly(order: WantedOrder): Promise<Placing> {
    const { toleranceMs } = this.#settings ?? { toleranceMs: 0 };
    const blind = this.#venue?.account(new Credential(this.#settings as ClientSettings), {
      trader: { outcomes: { toleranceMs } },
    });
    try {
      const placed = await blind?.trader.place(order);
      return { verdict: "placed", orderId: placed?.orderId };
    } catch (error) {
      return placingOf(error);
    } finally {
      blind?.close();
    }
  }

  #known(): Known {
    const { status, state } = this.#opened.events;
    const stream = { phase: status.phase, isGapOpen: state.gap !== undefined, ended: this.#ended };
    return { fills: this.#fills, twins: this.#twins, events: this.#events, ...stream };
  }
}

/** A client that sends an order anew usually gives it a new id. */
function otherId({ clientOrderId }: WantedOrder): string {
  return String(Number(clientOrderId) - repeatedBelow);
}

/** Far from every id of a run. */
const repeatedBelow = 2 ** 40;

/** What an error says of the order. */
function placingOf(error: unknown): Placing {
  const text = error instanceof Error ? `${codeOf(error) ?? error.name}: ${error.message}` : String(error);
  return { verdict: verdictOf(error), error: text };
}

function verdictOf(error: unknown): Placing["verdict"] {
  if (error instanceof OrderOutcomeUnknown) {
    return "unknown";
  }
  if (error instanceof VenueError) {
    return "refused";
  }
  const code = codeOf(error);
  if (code === "halted") {
    return "halted";
  }
  if (code === "limit-exceeded") {
    return "limited";
  }
  if (code === "not-placed") {
    return "not-placed";
  }
  return error instanceof TransportError && !error.ambiguous ? "not-sent" : "failed";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof DepthwireError ? error.code : undefined;
}
