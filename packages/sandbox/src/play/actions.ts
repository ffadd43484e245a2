import { compareDecimal } from "@depthwire/core";
import { toScaled } from "@depthwire/core/internal";
import type { Command } from "@depthwire/exchange";
import {
  type AccountId,
  coinList,
  findCoin,
  indexBounds,
  type Market,
  maxFundingRate,
  rateScale,
  type SetMarket,
  scaledText,
} from "@depthwire/exchange/internal";
import { every } from "../clock/beat.js";
import { fail } from "../rest/operator/check-body.js";
import {
  account,
  amount,
  coin,
  contracts,
  decimalBetween,
  delays,
  type Field,
  faults,
  flag,
  milliseconds,
  optional,
  snapshotName,
} from "./fields.js";
import type { Act, Cast, Play } from "./stage.js";
import type { Undo } from "./undo.js";

type Fields = Readonly<Record<string, Field<unknown>>>;
type ValuesOf<Keys extends Fields> = { readonly [Key in keyof Keys]: ReturnType<Keys[Key]["check"]> };

/** One thing that a step can do. */
export interface Action {
  readonly says: string;
  readonly fields: Fields;
  /** @throws ValidationError `value-invalid` with the path of what is wrong */
  readonly prepare: (wire: Readonly<Record<string, unknown>>, path: string, cast: Cast) => Act;
}

/** What is special about an action. */
interface Particulars<Keys extends Fields> {
  /** Whether it acts on the agents' markets alone. */
  readonly agentsOnly?: boolean;
  /** What its values must be together. @throws ValidationError `value-invalid` */
  readonly verify?: (values: ValuesOf<Keys>, path: string) => void;
}

function action<Keys extends Fields>(
  says: string,
  fields: Keys,
  act: (values: ValuesOf<Keys>, play: Play) => Undo | undefined,
  { agentsOnly = false, verify = () => {} }: Particulars<Keys> = {},
): Action {
  const prepare: Action["prepare"] = (wire, path, cast) => {
    if (agentsOnly && cast.isFed) {
      fail(`${path}.do`, "a step that acts on a market from outside: nobody's agents make it, and it does not go back");
    }
    const entries = Object.entries(fields).map(([name, { check }]) => [
      name,
      check(wire[name], `${path}.${name}`, cast),
    ]);
    const values = Object.fromEntries(entries) as ValuesOf<Keys>;
    verify(values, path);
    return (play) => act(values, play);
  };
  return { says, fields, prepare };
}

/** Whether the venue has an account at this moment: going back may have taken it away. Where it has not, the step is refused. */
function isThere({ host, refuse }: Play, account: AccountId): boolean {
  const isKnown = host.exchange.state.users.has(account);
  if (!isKnown) {
    refuse(`the venue has no account ${account} now`);
  }
  return isKnown;
}

/** Carries out a command; the exchange's refusal is the step's. */
function carryOut({ host, refuse }: Play, command: Command): void {
  const refused = host.apply(command).find(({ kind }) => kind === "command-refused");
  if (refused?.kind === "command-refused") {
    refuse(refused.reason);
  }
}

const forMs = optional(milliseconds("how long it lasts; for good by default"));

/** What a step orders for markets. */
type MarketWish = Omit<SetMarket, "kind" | "pair">;

/** Orders something for markets, and takes it back in the end. */
function setMarkets(
  { states }: Play,
  markets: readonly Market[],
  [now, usual]: readonly [now: MarketWish, usual: MarketWish],
): Undo {
  const undos = markets.map(({ pair }) => {
    const command = (wish: MarketWish): Command => ({ kind: "set-market", pair, ...wish });
    return states.set({ name: `${Object.keys(now).join()} ${pair}`, usual, command }, now);
  });
  return () => {
    for (const undo of undos) {
      undo();
    }
  };
}

/** Between two prices of an index on its way. */
const indexStepMs = 250;

function indexOf({ host }: Play, pair: string): number {
  return Math.floor((host.exchange.state.markets.get(pair)?.index.micros ?? 0) / 1_000_000);
}

/** Decimals of a share of the index. */
const shareScale = 6;

/** A price and a share of it, in units of the share's scale. */
function withShare(price: number, by: number): number {
  return price + Number((BigInt(price) * BigInt(by)) / 10n ** BigInt(shareScale));
}

function moveIndex(play: Play, market: Market, target: number, overMs: number): Undo {
  const { clock, host } = play;
  const { minPrice, maxPrice } = indexBounds(market);
  const from = indexOf(play, market.pair);
  const beginsMs = clock.monotonicMs();
  const step = (): boolean => {
    const done = overMs === 0 ? 1 : Math.min(1, (clock.monotonicMs() - beginsMs) / overMs);
    const price = Math.floor(from + (target - from) * done);
    host.apply({ kind: "set-index", pair: market.pair, price: Math.max(minPrice, Math.min(maxPrice, price)) });
    return done === 1;
  };
  if (overMs === 0) {
    step();
    return () => {};
  }
  const stop = every(clock, indexStepMs, () => {
    if (step()) {
      stop();
    }
  });
  return stop;
}

/** Coins that deposits come in. */
const payable = coinList.filter(({ depositEnabled }) => depositEnabled).map((terms) => terms.coin);

/** What the steps of a scenario can do. The check, the schema and the guide come from this table. */
export const actions: Readonly<Record<string, Action>> = {
  "move-index": action(
    "the world's price goes somewhere, and the walk goes on from there",
    {
      pair: contracts,
      by: decimalBetween("share of the index at the scenario's beginning: -0.3 is 30 % below it, 0 is back to it", {
        min: "-0.999",
        max: "100",
        scale: shareScale,
      }),
      overMs: optional(milliseconds("how long it is on its way; at once by default")),
    },
    ({ pair, by, overMs = 0 }, play) => {
      const undos = pair.map((market) =>
        moveIndex(
          play,
          market,
          withShare(play.indexAtStart.get(market.pair) ?? indexOf(play, market.pair), by),
          overMs,
        ),
      );
      return () => {
        for (const undo of undos) {
          undo();
        }
      };
    },
    { agentsOnly: true },
  ),
  "quote-less": action(
    "makers take their quotes back and quote a share of what they usually do: a thin book",
    { pair: contracts, share: decimalBetween("from 0 to 1, to a thousandth", { min: "0", max: "1", scale: 3 }), forMs },
    ({ pair, share: quotePermille }, play) => setMarkets(play, pair, [{ quotePermille }, { quotePermille: 1000 }]),
    { agentsOnly: true },
  ),
  halt: action(
    "trading stands: orders are refused with 2021, agents do nothing; what waits may be cancelled",
    { pair: contracts, forMs },
    ({ pair }, play) => setMarkets(play, pair, [{ halted: true }, { halted: false }]),
  ),
  "limit-only": action("market orders are refused with 2067", { pair: contracts, forMs }, ({ pair }, play) =>
    setMarkets(play, pair, [{ limitOnly: true }, { limitOnly: false }]),
  ),
  funding: action(
    "the next funding has this rate, whatever the premium is",
    {
      pair: contracts,
      rate: decimalBetween("positive: who is long pays", {
        min: scaledText(-maxFundingRate, rateScale),
        max: scaledText(maxFundingRate, rateScale),
        scale: rateScale,
      }),
    },
    ({ pair: markets, rate: nextFundingRate }, { host }) => {
      for (const { pair } of markets) {
        host.apply({ kind: "set-market", pair, nextFundingRate });
      }
      return undefined;
    },
  ),
  faults: action(
    "faults happen to messages, connections and requests",
    { faults, forMs },
    ({ faults: rules, forMs: ms }, play) => {
      if (ms !== undefined) {
        return play.faults.lend(rules);
      }
      play.faults.add(...rules);
      return undefined;
    },
  ),
  disconnect: action("every push connection ends at once, without a word", {}, (_values, { hub }) => {
    hub.loseAll();
    return undefined;
  }),
  latency: action(
    "requests, answers and pushed messages take so long",
    { account: optional(account), delays, forMs },
    ({ account: whose, delays: wanted, forMs: ms }, { latency }) => {
      if (ms !== undefined) {
        return latency.change(whose, wanted);
      }
      latency.set(whose, wanted);
      return undefined;
    },
  ),
  restrict: action("orders of an account are refused with 2086", { account, forMs }, ({ account: whose }, play) => {
    if (!isThere(play, whose)) {
      return undefined;
    }
    const command = (restricted: boolean): Command => ({ kind: "set-account", account: whose, restricted });
    return play.states.set({ name: `restricted ${whose}`, usual: false, command }, true);
  }),
  credit: action(
    "the operator gives money into the contract account, or takes it away",
    { account, coin, amount },
    ({ account: whose, coin: symbol, amount: money }, play) => {
      if (isThere(play, whose)) {
        carryOut(play, { kind: "credit", account: whose, coin: symbol, amount: money, purse: "contract" });
      }
      return undefined;
    },
  ),
  deposit: action(
    "somebody outside pays into the wallet, over the coin's chain",
    { account, coin, amount, fails: optional(flag("whether the chain never confirms it")) },
    ({ account: whose, coin: symbol, amount: money, fails }, play) => {
      if (isThere(play, whose)) {
        const outcome = fails === true ? "failed" : "credited";
        carryOut(play, { kind: "deposit", account: whose, coin: symbol, amount: money, outcome });
      }
      return undefined;
    },
    {
      verify: ({ coin: symbol, amount: money }, path) => {
        const terms = findCoin(symbol);
        if (terms?.depositEnabled !== true) {
          return fail(`${path}.coin`, `a coin that can be paid in: ${payable.join(", ")}`);
        }
        if (compareDecimal(money, "0") <= 0 || toScaled(money, terms.scale) === undefined) {
          fail(`${path}.amount`, `a positive decimal with at most ${terms.scale} decimals, as ${symbol} has`);
        }
      },
    },
  ),
  snapshot: action(
    "the venue is kept as it is, under a name; another one of that name is forgotten",
    { name: snapshotName },
    ({ name }, { snapshots }) => {
      snapshots.take(name);
      return undefined;
    },
    { agentsOnly: true },
  ),
  "go-back": action(
    "the venue is again as it was in a snapshot, time and chance included; every client is sent away, and the scenario goes on",
    { name: snapshotName },
    ({ name }, { snapshots, states }) => {
      snapshots.goBack(name);
      states.setAgain();
      return undefined;
    },
    { agentsOnly: true },
  ),
};
