import { VirtualClock } from "../clock/virtual-clock.js";
import { ExchangeHost } from "../host/exchange-host.js";
import { nodePorts } from "../node/node-ports.js";
import { exchangeConfigOf, settingsOf } from "../options.js";

/** An exchange in time, without whatever shows it to clients. */
export interface OpenHost {
  readonly host: ExchangeHost;
  readonly clock: VirtualClock;
  /** Lets so many milliseconds pass, and the agents trade in each hundred of them. */
  advance(ms: number): void;
}

const tickMs = 100;

/** Begins an exchange with these pairs, whose time passes only when it is told to. */
export function openHost(pairs: readonly string[]): OpenHost {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1));
  const host = new ExchangeHost(exchangeConfigOf(settingsOf({ pairs, seed: 1 }, { ...nodePorts, clock })), clock);
  const advance = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += tickMs) {
      clock.advance(tickMs);
      host.apply({ kind: "tick" });
    }
  };
  return { host, clock, advance };
}
