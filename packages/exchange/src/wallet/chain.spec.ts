import { describe, expect, it } from "vitest";
import { type Chain, depositAddress, findChain } from "./chain.js";

const evm = "0x52908400098527886E0F7030069857D2E4169ee7";
const c41 = "acdefghjklmnpqrstuvwxyz0234567890234567ac";

/** A chain, how often it confirms, whether payments need a tag, and addresses as they are there. */
const chains: readonly [name: string, confirmations: number, tagged: boolean, ...addresses: string[]][] = [
  ["BTC", 2, false, `1${"A".repeat(25)}`, `3${"z".repeat(34)}`, `bc1${"q".repeat(11)}`, `bc1${"q".repeat(71)}`],
  ["ERC20", 12, false, evm],
  ["TRC20", 20, false, `T${"9".repeat(33)}`],
  ["LTC", 6, false, `L${"a".repeat(25)}`, `M${"a".repeat(33)}`, `3${"a".repeat(33)}`, `ltc1${"q".repeat(11)}`],
  ["BCH", 6, false, `q${c41}`, `bitcoincash:p${c41}`],
  ["ETC", 30, false, evm],
  ["DOT", 10, false, `1${"a".repeat(46)}`, `1${"a".repeat(47)}`],
  ["ADA", 15, false, `addr1${"q".repeat(53)}`, `addr1${"q".repeat(98)}`],
  ["SOL", 10, false, "a".repeat(32), "a".repeat(44)],
  ["AVAX", 12, false, evm],
  ["DOGE", 20, false, `D${"a".repeat(33)}`],
  ["FIL", 20, false, `f1${"a7".repeat(19)}2`],
  ["XRP", 1, true, `r${"a".repeat(24)}`, `r${"a".repeat(34)}`],
  ["EOS", 1, true, "a", "abc.xyz12345"],
  ["ATOM", 5, true, `cosmos1${"q".repeat(38)}`],
  ["XLM", 1, true, `G${"A7".repeat(27)}2`],
];

function chainOf(name: string): Chain {
  const chain = findChain(name);
  if (chain === undefined) {
    throw new RangeError(`there is no chain ${name}`);
  }
  return chain;
}

/** What stands before an address on its chain. */
const withoutStart = (name: string): boolean => name === "SOL" || name === "EOS";

describe.each(chains)("chain %s", (name, confirmations, tagged, ...addresses) => {
  it("has its blocks and tags", () => {
    expect(chainOf(name)).toMatchObject({ name, confirmations, tagged, blockMs: 2000 });
  });

  it("takes addresses of its own, from end to end", () => {
    const { shape } = chainOf(name);
    for (const address of addresses) {
      expect(address).toMatch(shape);
      for (const wrong of [` ${address}`, `${address} `, `${address}!`, `!${address}`, `_${address.slice(1)}`, ""]) {
        expect(wrong).not.toMatch(shape);
      }
      if (!withoutStart(name)) {
        expect(`${address}${address}${address}`).not.toMatch(shape);
      }
    }
  });
});

/** Written down once: who has noted an address pays there for ever. */
const paidInto: readonly [name: string, address: RegExp][] = [
  ["BTC", /^1[1-9A-HJ-NP-Za-km-z]{33}$/],
  ["ERC20", /^0x[0-9a-f]{40}$/],
  ["TRC20", /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ["LTC", /^L[1-9A-HJ-NP-Za-km-z]{33}$/],
  ["BCH", /^q[02-9ac-hj-np-z]{41}$/],
  ["DOT", /^1[1-9A-HJ-NP-Za-km-z]{46}$/],
  ["ADA", /^addr1[02-9ac-hj-np-z]{98}$/],
  ["SOL", /^[1-9A-HJ-NP-Za-km-z]{44}$/],
  ["FIL", /^f1[a-z2-7]{39}$/],
  ["XRP", /^r[1-9A-HJ-NP-Za-km-z]{33}:1001$/],
  ["EOS", /^[a-z1-5]{12}:1001$/],
  ["ATOM", /^cosmos1[02-9ac-hj-np-z]{38}:1001$/],
  ["XLM", /^G[A-Z2-7]{55}:1001$/],
];

describe("where a user pays in", () => {
  it.each(paidInto)("over %s", (name, shape) => {
    expect(depositAddress(7, 1001, "USDT", chainOf(name))).toMatch(shape);
  });

  it("is another place for each coin and chain, and on a tagged chain the venue's, with his tag", () => {
    const at = (account: number, coin: string, chain: string): string =>
      depositAddress(7, account, coin, chainOf(chain));
    expect(at(1001, "USDT", "ERC20")).not.toBe(at(1001, "ETH", "ERC20"));
    expect(at(1001, "ETH", "ERC20")).not.toBe(at(1001, "ETH", "AVAX"));
    const [venue] = at(1001, "XRP", "XRP").split(":");
    expect(at(1002, "XRP", "XRP")).toBe(`${venue}:1002`);
  });
});

it("there are no other chains", () => {
  expect(findChain("NONE")).toBeUndefined();
  expect(findChain("")).toBeUndefined();
});
