import type { AccountEvent, AccountOrder, AccountState } from "@depthwire/account";
import { TransportError, type VenueError } from "@depthwire/core";
import type { AccountFacts } from "@depthwire/rest/internal";
import type { PrivateStream } from "@depthwire/stream";

/** What the account holds, as its events tell, and whether anything may be missing of them. */
export class AccountFigures {
  /** Resolves when the figures are known for the first time; rejects when the account ends before. */
  ready: Promise<void>;
  readonly #status: () => PrivateStream["status"];
  readonly #quantities = new Map<string, string>();
  #isWhole = false;
  #wasKnown = false;
  #isRefused = false;
  #settle: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  /** @param status of the account's stream, now */
  constructor(status: () => PrivateStream["status"]) {
    this.#status = status;
    this.ready = this.#wait();
  }

  hear(event: AccountEvent): void {
    switch (event.kind) {
      case "started":
      case "gap-closed":
        this.#isWhole = true;
        this.#wasKnown = true;
        this.#settle();
        break;
      case "gap":
        // What overflows is missing to a slow reader, not here.
        this.#isWhole &&= event.reason === "overflow";
        break;
      case "gap-open":
        this.#isWhole = false;
        break;
      case "position":
        this.#quantities.set(`${event.pair} ${event.side}`, event.position?.quantity ?? "0");
        break;
      default:
        break;
    }
  }

  /** Undefined while something may be missing: before the first reconciliation, without a connection, and from a gap until it is closed. */
  quantity(pair: string, side: "long" | "short"): string | undefined {
    const isKnown = this.#isWhole && this.#status().phase === "live";
    return isKnown ? (this.#quantities.get(`${pair} ${side}`) ?? "0") : undefined;
  }

  /** What a state of the account says about one pair; undefined as {@link AccountFigures.quantity}. */
  facts(pair: string, state: () => AccountState): AccountFacts | undefined {
    if (!this.#isWhole || this.#status().phase !== "live") {
      return undefined;
    }
    const { positions, orders } = state();
    const { long, short } = positions.get(pair) ?? {};
    return {
      positions: [long, short].filter((position) => position !== undefined),
      openOrders: [...orders.values()].filter((order) => order.pair === pair && isOpen(order)),
    };
  }

  /** The key was refused: nothing is heard before another is used. */
  refused(error: VenueError): void {
    this.#fail(error);
    this.#isRefused = true;
  }

  /** Another key is tried: later questions wait for it. */
  goOn(): void {
    if (this.#isRefused && !this.#wasKnown) {
      this.ready = this.#wait();
    }
    this.#isRefused = false;
  }

  /** Nothing more will be heard: the account was closed. */
  end(): void {
    this.#fail(new TransportError("closed", {}));
  }

  #wait(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    // Callers who ask get the error; others are not disturbed.
    ready.catch(() => undefined);
    return ready;
  }
}

function isOpen({ status }: AccountOrder): boolean {
  return status === "open" || status === "partly-filled";
}
