import type { RunCommand } from "../../program/command.js";
import { type Column, table } from "../../program/table.js";
import { familyOf, knownPairs, type PairFamily } from "../../venue/known-pair.js";
import { openVenue } from "../../venue/open-venue.js";
import type { VenueFlags } from "../../venue/venue-options.js";
import { type ListedMarket, listMarkets } from "./list-markets.js";

/** What the command line says. */
export interface MarketsFlags extends VenueFlags {
  readonly family?: PairFamily;
}

const families: readonly PairFamily[] = ["usdt", "coin", "spot"];

const columns: readonly Column<ListedMarket>[] = [
  { title: "pair", of: ({ pair }) => pair },
  { title: "kind", of: ({ family }) => kinds[family] },
  { title: "price step", of: ({ priceStep }) => priceStep, isNumber: true },
  { title: "size step", of: ({ quantityStep = "" }) => quantityStep, isNumber: true },
  { title: "largest", of: ({ maxOrderQuantity = "" }) => maxOrderQuantity, isNumber: true },
  { title: "lev", of: ({ maxLeverage = "" }) => maxLeverage, isNumber: true },
  { title: "price now", of: ({ price = "" }) => price, isNumber: true },
];

const kinds = { usdt: "USDT-margined", coin: "coin-margined", spot: "spot" } as const;

/** Lists markets: an item each. */
export const run: RunCommand<MarketsFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, screen, signal } = context;
  const wanted = (typed ?? []) as readonly string[];
  const venue = openVenue(options, context);
  try {
    const pairs = new Set(await knownPairs(wanted, venue));
    const named = new Set([...pairs].map(familyOf));
    const asked = families.filter(
      (family) => (options.family ?? family) === family && (pairs.size === 0 || named.has(family)),
    );
    const lists = await Promise.all(asked.map((family) => listMarkets(venue.rest, family, signal)));
    const listed = lists.flat().filter(({ pair }) => pairs.size === 0 || pairs.has(pair));
    if (output.isJson) {
      for (const market of listed) {
        output.item(market);
      }
    }
    const text = listed.length === 0 ? "No markets." : table(listed, columns, screen.size().columns);
    output.result({ markets: listed.length }, text);
  } finally {
    await venue.close();
  }
};
