import type { ExchangeHost } from "../host/exchange-host.js";
import { type DepthSnapshotMessage, snapshotMessage } from "./depth-message.js";

/** Full messages of the published states; the latest of each pair is made once. */
export class DepthHistory {
  readonly #host: ExchangeHost;
  readonly #latest: Map<string, DepthSnapshotMessage> = new Map();

  constructor(host: ExchangeHost) {
    this.#host = host;
  }

  /** Forgets what was made: another state may have the same `seq` now. */
  forget(): void {
    this.#latest.clear();
  }

  /** The published state with this `seq`, or the latest; nothing when it is not held. */
  snapshot(pair: string, seq?: number): DepthSnapshotMessage | undefined {
    const { exchange } = this.#host;
    const market = exchange.market(pair);
    const published = exchange.published(pair, seq);
    if (market === undefined || published === undefined) {
      return undefined;
    }
    const known = this.#latest.get(pair);
    if (known?.seq === published.seq) {
      return known;
    }
    const message = snapshotMessage(market, published);
    if (seq === undefined) {
      this.#latest.set(pair, message);
    }
    return message;
  }

  /** The state that many publications ago, or the oldest of those since. */
  earlier(pair: string, publications: number): DepthSnapshotMessage | undefined {
    const latest = this.#host.exchange.published(pair)?.seq ?? 0;
    for (let seq = Math.max(1, latest - publications); seq < latest; seq++) {
      const message = this.snapshot(pair, seq);
      if (message !== undefined) {
        return message;
      }
    }
    return undefined;
  }
}
