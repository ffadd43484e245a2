import type { Venue } from "@depthwire/node";
import { coin, spot, usdt } from "@depthwire/schema";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";

/** Kinds of pairs, each with a list of its own at the venue. */
export type PairFamily = "usdt" | "coin" | "spot";

const families: readonly PairFamily[] = ["usdt", "coin", "spot"];
const lists = { usdt: usdt.getContracts, coin: coin.getContracts, spot: spot.getPairs } as const;

/** Most pairs that a refusal lists where none is near. */
const maxNamed = 8;

/** The kind of pair that a name is of, by its digit. @spec document 1, What the service does */
export function familyOf(pair: string): PairFamily {
  if (pair.startsWith("4")) {
    return "usdt";
  }
  return pair.startsWith("5") ? "coin" : "spot";
}

/**
 * Sees that a name may be that of a USDT-margined contract.
 *
 * @param what which the documents have of no other pairs
 * @throws Refused `usage` for a coin-margined or a spot pair
 */
export function refuseOtherFamilies(
  pair: string,
  what: string,
  remedy = "Of other pairs there are market data, and of coin-margined ones histories.",
): void {
  if (/^5|^[A-Z0-9]+_/.test(pair) && !pair.startsWith("4")) {
    const words = `${pair}: the service's documents have ${what} of USDT-margined contracts alone, such as 4BTC_USDT`;
    throw new Refused("usage", words, remedy);
  }
}

/**
 * The pairs of one kind that the venue lists.
 *
 * @throws TransportError where it cannot be asked; VenueError
 */
export async function listedPairs(venue: Pick<Venue, "rest">, family: PairFamily): Promise<readonly string[]> {
  const listed: readonly { readonly pair: string }[] = await venue.rest.call(lists[family], {});
  return listed.map(({ pair }) => pair);
}

/**
 * Every pair that the venue lists, of all kinds.
 *
 * @throws TransportError where it cannot be asked; VenueError
 */
export async function everyPair(venue: Pick<Venue, "rest">): Promise<readonly string[]> {
  return (await Promise.all(families.map((family) => listedPairs(venue, family)))).flat();
}

/**
 * Holds names against the pairs that the venue lists.
 *
 * @returns them, each once, in their order
 * @throws Refused `unknown-pair`, which names the nearest right one; TransportError where the venue cannot be asked; VenueError
 */
export async function knownPairs(typed: readonly string[], venue: Pick<Venue, "rest">): Promise<readonly string[]> {
  const wanted = [...new Set(typed)];
  const asked = new Map<PairFamily, readonly string[]>();
  const ask = async (family: PairFamily): Promise<void> => {
    asked.set(family, asked.get(family) ?? (await listedPairs(venue, family)));
  };
  await Promise.all([...new Set(wanted.map(familyOf))].map(ask));
  const wrong = wanted.find((pair) => asked.get(familyOf(pair))?.includes(pair) !== true);
  if (wrong === undefined) {
    return wanted;
  }
  await Promise.all(families.map(ask));
  // Of its own kind first: of two names that are equally near, the one of that digit was meant.
  const inOrder = [familyOf(wrong), ...families.filter((family) => family !== familyOf(wrong))];
  throw unknownPair(
    wrong,
    inOrder.flatMap((family) => asked.get(family) ?? []),
  );
}

/** {@link knownPairs} for one. */
export async function knownPair(typed: string, venue: Pick<Venue, "rest">): Promise<string> {
  const [pair = typed] = await knownPairs([typed], venue);
  return pair;
}

/** Says that there is no such pair. @param pairs those that there are */
export function unknownPair(typed: string, pairs: readonly string[], where = "The venue"): Refused {
  const near = nearest(typed, pairs);
  const named = pairs.slice(0, maxNamed).join(", ");
  const others = pairs.length > maxNamed ? `${named} and ${pairs.length - maxNamed} more` : named;
  const remedy = near === undefined ? `It has ${others === "" ? "none" : others}.` : `Did you mean ${near}?`;
  return new Refused("unknown-pair", `${where} has no pair ${typed}`, remedy, { pair: typed, nearest: near });
}
