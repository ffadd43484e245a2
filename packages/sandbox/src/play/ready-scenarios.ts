import type { Scenario } from "./scenario.js";

/** A scenario that comes with the sandbox. */
export interface ReadyScenario extends Scenario {
  readonly name: string;
  readonly says: string;
}

const minuteMs = 60_000;

/** Scenarios that come with the sandbox. */
export const readyScenarios: readonly ReadyScenario[] = [
  {
    name: "crash",
    says: "every index falls by 30 % within a minute while makers quote a fifth; half of it comes back in five minutes",
    steps: [
      { atMs: 0, do: "quote-less", share: "0.2", forMs: 2 * minuteMs },
      { atMs: 0, do: "move-index", by: "-0.3", overMs: minuteMs },
      { atMs: 2 * minuteMs, do: "move-index", by: "-0.15", overMs: 5 * minuteMs },
    ],
  },
  {
    name: "flash-crash",
    says: "every index falls by 15 % within three seconds and is back within half a minute",
    steps: [
      { atMs: 0, do: "quote-less", share: "0.05", forMs: 10_000 },
      { atMs: 0, do: "move-index", by: "-0.15", overMs: 3000 },
      { atMs: 5000, do: "move-index", by: "0", overMs: 25_000 },
    ],
  },
  {
    name: "squeeze",
    says: "every index rises by 25 % in two minutes over a thin book, and who is long pays the highest funding",
    steps: [
      { atMs: 0, do: "quote-less", share: "0.1", forMs: 3 * minuteMs },
      { atMs: 0, do: "funding", rate: "0.00375" },
      { atMs: 0, do: "move-index", by: "0.25", overMs: 2 * minuteMs },
      { atMs: 4 * minuteMs, do: "move-index", by: "0.1", overMs: 2 * minuteMs },
    ],
  },
  {
    name: "funding-spike",
    says: "the next funding has the highest rate, against who is long",
    steps: [{ atMs: 0, do: "funding", rate: "0.00375" }],
  },
  {
    name: "outage",
    says: "every connection ends at once, new ones are refused for 30 seconds, and every request is answered with HTTP 503 meanwhile",
    steps: [
      {
        atMs: 0,
        do: "faults",
        faults: [{ kind: "http-error", status: 503 }, { kind: "refuse" }],
        forMs: 30_000,
      },
      { atMs: 0, do: "disconnect" },
    ],
  },
  {
    name: "thin-book",
    says: "for five minutes makers quote a twentieth of what they usually do",
    steps: [{ atMs: 0, do: "quote-less", share: "0.05", forMs: 5 * minuteMs }],
  },
  {
    name: "trading-halt",
    says: "for two minutes nobody trades: orders are refused with 2021, cancelling goes on; then a minute of limit orders alone",
    steps: [
      { atMs: 0, do: "halt", forMs: 2 * minuteMs },
      { atMs: 2 * minuteMs, do: "limit-only", forMs: minuteMs },
    ],
  },
  {
    name: "deposits",
    says: "the demo account is paid three times: USDT, BTC, and a payment that its chain never confirms",
    steps: [
      { atMs: 0, do: "deposit", account: "demo", coin: "USDT", amount: "1000" },
      { atMs: 5000, do: "deposit", account: "demo", coin: "BTC", amount: "0.5" },
      { atMs: 10_000, do: "deposit", account: "demo", coin: "USDT", amount: "77", fails: true },
    ],
  },
  {
    name: "bad-network",
    says: "for five minutes pushed messages are lost, doubled, swapped and late, and answers are lost after the matcher has seen the request",
    steps: [
      {
        atMs: 0,
        do: "faults",
        faults: [
          { kind: "drop", probability: 0.02 },
          { kind: "duplicate", probability: 0.02 },
          { kind: "reorder", probability: 0.02 },
          { kind: "delay", probability: 0.02, ms: 500 },
          { kind: "drop", channel: "private", probability: 0.05 },
          { kind: "cut-request", when: "after", probability: 0.05 },
        ],
        forMs: 5 * minuteMs,
      },
    ],
  },
  {
    name: "slow-venue",
    says: "for two minutes orders take half a second to two seconds, answers as long again, and pushed messages a second",
    steps: [
      {
        atMs: 0,
        do: "latency",
        delays: { orderEntry: { ms: 500, jitterMs: 1500 }, response: { ms: 500, jitterMs: 1500 }, feed: 1000 },
        forMs: 2 * minuteMs,
      },
    ],
  },
];

/** One of them by its name. */
export function readyScenario(name: string): ReadyScenario | undefined {
  return readyScenarios.find((one) => one.name === name);
}
