import type { Random } from "@depthwire/core";
import type { HostedVenue } from "@depthwire/sandbox/internal";
import { randomInteger } from "@depthwire/testkit";
import type { Timeline } from "../kernel/timeline.js";
import { venuePairs } from "./venue-program.js";

/** One who trades beyond his means, and one who trades through the traders' orders. */
const gambler = 300_101;
const counterparty = 300_102;

/** A trader's account and its key. */
export interface FundedAccount {
  readonly account: number;
  readonly key: { readonly apiKey: string; readonly apiSecret: string } | undefined;
}

/** Opens the accounts of a world, with 50,000 USDT each. */
export function fundAccounts(venue: HostedVenue, traders: readonly FundedAccount[]): void {
  for (const { account, key } of [
    ...traders,
    { account: gambler, key: undefined },
    { account: counterparty, key: undefined },
  ]) {
    venue.apply({
      kind: "change-account",
      account,
      credits: [{ coin: "USDT", amount: "50000", purse: "contract" }],
      revokeKeys: [],
      openKeys: key === undefined ? [] : [{ ...key, permissions: ["read", "trade"], addresses: [] }],
    });
  }
  for (const pair of venuePairs) {
    venue.apply({ kind: "change-mode", account: gambler, pair, mode: "cross", leverageLong: 50, leverageShort: 50 });
  }
}

/** Takes back every order that waits. */
export function cancelEverything(venue: HostedVenue, accounts: readonly number[]): void {
  for (const account of accounts) {
    for (const pair of venuePairs) {
      venue.apply({ kind: "cancel-all", account, pair });
    }
  }
}

/** The index of the last pair is set to a share of what it began with. */
export function shockPrice(venue: HostedVenue, share: number): void {
  const pair = venuePairs.at(-1) ?? "";
  const market = venue.exchange.market(pair);
  if (market !== undefined) {
    venue.apply({ kind: "set-index", pair, price: Math.round(market.initialPrice * share) });
  }
}

/** Others, who trade at the venue itself. */
export class Crowd {
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #onVenue: (act: (venue: HostedVenue) => void) => void;
  #isHappening = true;

  constructor(timeline: Timeline, random: Random, onVenue: (act: (venue: HostedVenue) => void) => void) {
    this.#timeline = timeline;
    this.#random = random;
    this.#onVenue = onVenue;
    this.#goOn();
  }

  end(): void {
    this.#isHappening = false;
  }

  #goOn(): void {
    this.#timeline.at(this.#timeline.nowMs + randomInteger(this.#random, 300, 2_000), "crowd", () => {
      if (this.#isHappening) {
        this.#onVenue((venue) => this.#act(venue));
        this.#goOn();
      }
    });
  }

  #act(venue: HostedVenue): void {
    const isGamble = this.#random() < 0.15;
    const pair = isGamble ? (venuePairs.at(-1) ?? "") : (venuePairs[Math.floor(this.#random() * 2)] ?? "");
    const market = venue.exchange.market(pair);
    if (market === undefined) {
      return;
    }
    const side = this.#random() < 0.5 ? "open-long" : "open-short";
    const account = isGamble ? gambler : counterparty;
    const unitWorth =
      (market.initialPrice / 10 ** market.priceScale) * (market.contractUnit / 10 ** market.quantityScale);
    const worth = isGamble ? 300_000 : randomInteger(this.#random, 200, 5_000);
    const quantity = market.contractUnit * Math.max(1, Math.round(worth / unitWorth));
    venue.apply({ kind: "place-order", account, pair, side, type: "market", quantity });
  }
}
