import { expect, it } from "vitest";
import { moneyText } from "../exact/money.js";
import { coinList, findCoin } from "./coin-list.js";

/** Coin, smallest amount, fee and least amount of a withdrawal, chains; `-` where nothing goes out, `--` where nothing comes in either. */
const venue = `
BTC 0.00000001 0.0005 0.001 BTC
ETH 0.00000001 0.005 0.02 ERC20
USDT 0.000001 5 20 ERC20 TRC20
DAI 0.00000001 5 20 ERC20
BIX 0.0001 10 40 ERC20
XRP 0.000001 0.25 20 XRP
LTC 0.00000001 0.001 0.01 LTC
BCH 0.00000001 0.001 0.01 BCH
EOS 0.0001 0.1 1 EOS
ETC 0.00000001 0.01 0.1 ETC
LINK 0.00000001 0.5 2 ERC20
DOT 0.00000001 0.1 1 DOT
ADA 0.000001 1 10 ADA
SOL 0.00000001 0.01 0.1 SOL
AVAX 0.00000001 0.01 0.1 AVAX
DOGE 0.00000001 5 20 DOGE
UNI 0.00000001 0.5 2 ERC20
FIL 0.00000001 0.01 0.1 FIL
TRX 0.000001 1 10 TRC20
ATOM 0.000001 0.01 0.1 ATOM
XLM 0.0000001 0.01 20 XLM
AAVE 0.00000001 0.1 0.4 ERC20 --
MATIC 0.00000001 10 40 ERC20 -
`;

it("the venue's coins, what they cost on their way out, and over which chains they go, change where a review sees it", () => {
  const lines = coinList.map(
    ({ coin, step, withdrawalFee, minWithdrawal, chains, depositEnabled, withdrawalEnabled }) => {
      const stopped = [...(withdrawalEnabled ? [] : ["-"]), ...(depositEnabled ? [] : ["-"])].join("");
      const amounts = [step, withdrawalFee, minWithdrawal].map(moneyText);
      const words = [coin, ...amounts, ...chains.map(({ name }) => name), stopped];
      return words.filter((word) => word !== "").join(" ");
    },
  );
  expect(lines).toEqual(venue.trim().split("\n"));
});

it("a coin's amounts have as many places as its smallest one", () => {
  expect(findCoin("USDT")?.scale).toBe(6);
  expect(findCoin("BTC")?.scale).toBe(8);
  expect(findCoin("NONE")).toBeUndefined();
});
