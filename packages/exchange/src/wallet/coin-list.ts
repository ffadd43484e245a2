import { moneyScale, powerOfTen, readMoney } from "../exact/money.js";
import { type Chain, findChain } from "./chain.js";

/** How a coin comes in and goes out. */
export interface CoinTerms {
  readonly coin: string;
  /** Decimal places of an amount. */
  readonly scale: number;
  /** The smallest amount, in money. */
  readonly step: bigint;
  /** What a withdrawal costs, in money. */
  readonly withdrawalFee: bigint;
  /** What a withdrawal must exceed, in money. */
  readonly minWithdrawal: bigint;
  readonly depositEnabled: boolean;
  readonly withdrawalEnabled: boolean;
  /** The first one takes deposits. */
  readonly chains: readonly [Chain, ...Chain[]];
}

type Row = readonly [coin: string, scale: number, fee: string, min: string, chain: string, ...others: string[]];

const rows: readonly Row[] = [
  ["BTC", 8, "0.0005", "0.001", "BTC"],
  ["ETH", 8, "0.005", "0.02", "ERC20"],
  ["USDT", 6, "5", "20", "ERC20", "TRC20"],
  ["DAI", 8, "5", "20", "ERC20"],
  ["BIX", 4, "10", "40", "ERC20"],
  ["XRP", 6, "0.25", "20", "XRP"],
  ["LTC", 8, "0.001", "0.01", "LTC"],
  ["BCH", 8, "0.001", "0.01", "BCH"],
  ["EOS", 4, "0.1", "1", "EOS"],
  ["ETC", 8, "0.01", "0.1", "ETC"],
  ["LINK", 8, "0.5", "2", "ERC20"],
  ["DOT", 8, "0.1", "1", "DOT"],
  ["ADA", 6, "1", "10", "ADA"],
  ["SOL", 8, "0.01", "0.1", "SOL"],
  ["AVAX", 8, "0.01", "0.1", "AVAX"],
  ["DOGE", 8, "5", "20", "DOGE"],
  ["UNI", 8, "0.5", "2", "ERC20"],
  ["FIL", 8, "0.01", "0.1", "FIL"],
  ["TRX", 6, "1", "10", "TRC20"],
  ["ATOM", 6, "0.01", "0.1", "ATOM"],
  ["XLM", 7, "0.01", "20", "XLM"],
  ["AAVE", 8, "0.1", "0.4", "ERC20"],
  ["MATIC", 8, "10", "40", "ERC20"],
];

/** Coins whose chain is being repaired: nothing goes out, deposits still come in. */
const withdrawalStopped: readonly string[] = ["MATIC"];

/** Coins that nothing can be paid into either. */
const depositStopped: readonly string[] = ["AAVE"];

function chainNamed(name: string): Chain {
  const chain = findChain(name);
  if (chain === undefined) {
    throw new RangeError(`there is no chain ${name}`);
  }
  return chain;
}

function moneyOf(text: string): bigint {
  return readMoney(text) ?? 0n;
}

/** Every coin that the venue knows, in the order of its list. */
export const coinList: readonly CoinTerms[] = rows.map(([coin, scale, fee, min, chain, ...others]) => ({
  coin,
  scale,
  step: powerOfTen(moneyScale - scale),
  withdrawalFee: moneyOf(fee),
  minWithdrawal: moneyOf(min),
  depositEnabled: !depositStopped.includes(coin),
  withdrawalEnabled: !withdrawalStopped.includes(coin) && !depositStopped.includes(coin),
  chains: [chainNamed(chain), ...others.map(chainNamed)],
}));

/** A coin of the list; nothing for others. */
export function findCoin(coin: string): CoinTerms | undefined {
  return coinList.find((terms) => terms.coin === coin);
}
