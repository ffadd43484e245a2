import { createRandomState, nextInteger, type RandomState } from "../agents/random-state.js";

/** A chain as the sandbox plays it: addresses have the shape of the real one's, blocks come faster. */
export interface Chain {
  /** The word on the wire. */
  readonly name: string;
  /** What an address looks like. Checksums are not looked at. */
  readonly shape: RegExp;
  /** How the venue's own addresses are made: a start and so many letters of an alphabet. */
  readonly prefix: string;
  readonly alphabet: string;
  readonly length: number;
  /** Payments need a tag beside the address: everybody has the venue's one address. */
  readonly tagged: boolean;
  /** Between two blocks, in milliseconds. */
  readonly blockMs: number;
  /** Blocks after which a deposit counts. */
  readonly confirmations: number;
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const bech32 = "023456789acdefghjklmnpqrstuvwxyz";
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const hex = "0123456789abcdef";

type Row = readonly [
  name: string,
  shape: RegExp,
  prefix: string,
  alphabet: string,
  length: number,
  confirmations: number,
];

const evm = /^0x[0-9a-fA-F]{40}$/;

const untagged: readonly Row[] = [
  ["BTC", /^(?:bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/, "1", base58, 33, 2],
  ["ERC20", evm, "0x", hex, 40, 12],
  ["TRC20", /^T[1-9A-HJ-NP-Za-km-z]{33}$/, "T", base58, 33, 20],
  ["LTC", /^(?:ltc1[02-9ac-hj-np-z]{11,71}|[LM3][1-9A-HJ-NP-Za-km-z]{25,33})$/, "L", base58, 33, 6],
  ["BCH", /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/, "q", bech32, 41, 6],
  ["ETC", evm, "0x", hex, 40, 30],
  ["DOT", /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/, "1", base58, 46, 10],
  ["ADA", /^addr1[02-9ac-hj-np-z]{53,98}$/, "addr1", bech32, 98, 15],
  ["SOL", /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "", base58, 44, 10],
  ["AVAX", evm, "0x", hex, 40, 12],
  ["DOGE", /^D[1-9A-HJ-NP-Za-km-z]{33}$/, "D", base58, 33, 20],
  ["FIL", /^f1[a-z2-7]{39}$/, "f1", base32.toLowerCase(), 39, 20],
];

const tagged: readonly Row[] = [
  ["XRP", /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, "r", base58, 33, 1],
  ["EOS", /^[a-z1-5.]{1,12}$/, "", "abcdefghijklmnopqrstuvwxyz12345", 12, 1],
  ["ATOM", /^cosmos1[02-9ac-hj-np-z]{38}$/, "cosmos1", bech32, 38, 5],
  ["XLM", /^G[A-Z2-7]{55}$/, "G", base32, 55, 1],
];

/** A block of every chain of the sandbox, in milliseconds: nobody wants to wait for an hour. */
const blockMs = 2000;

function chainsOf(rows: readonly Row[], isTagged: boolean): readonly Chain[] {
  return rows.map(([name, shape, prefix, alphabet, length, confirmations]) => {
    return { name, shape, prefix, alphabet, length, confirmations, tagged: isTagged, blockMs };
  });
}

const chains: readonly Chain[] = [...chainsOf(untagged, false), ...chainsOf(tagged, true)];

/** A chain by its name; nothing for an unknown one. */
export function findChain(name: string): Chain | undefined {
  return chains.find((chain) => chain.name === name);
}

function letters(random: RandomState, { prefix, alphabet, length }: Chain): string {
  let text = prefix;
  for (let i = 0; i < length; i++) {
    text += alphabet[nextInteger(random, alphabet.length)] ?? "";
  }
  return text;
}

/**
 * Where a user pays a coin in: the same address every time. On a tagged chain it is the venue's, with the user's tag behind a
 * colon.
 *
 * @param seed that of the exchange
 */
export function depositAddress(seed: number, account: number, coin: string, chain: Chain): string {
  const owner = chain.tagged ? "venue" : `${account} ${coin}`;
  const address = letters(createRandomState(seed, `address ${chain.name} ${owner}`), chain);
  return chain.tagged ? `${address}:${account}` : address;
}
