import type { AccountEvent } from "@depthwire/account";
import { TransportError } from "@depthwire/core";
import type { PrivateStream } from "@depthwire/stream";

/** What the account holds, as its events tell, and whether anything may be missing of them. */
export class AccountFigures {
  /** Resolves when the figures are known for the first time; rejects when the account ends before. */
  readonly ready: Promise<void>;
  readonly #status: () => PrivateStream["status"];
  readonly #quantities = new Map<string, string>();
  #isWhole = false;
  #settle: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  /** @param status of the account's stream, now */
  constructor(status: () => PrivateStream["status"]) {
    this.#status = status;
    this.ready = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    // Whoever asks hears of it; nobody is made to.
    this.ready.catch(() => undefined);
  }

  hear(event: AccountEvent): void {
    switch (event.kind) {
      case "started":
      case "gap-closed":
        this.#isWhole = true;
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

  /** Nothing more will be heard: the account was closed, or its key refused. */
  end(): void {
    const status = this.#status();
    this.#fail(status.phase === "refused" ? status.error : new TransportError("closed", {}));
  }
}
