import { toScaled } from "@depthwire/core/internal";
import { indexBounds, priceText } from "@depthwire/exchange/internal";
import { refuseOperator } from "../venue-answer.js";
import { changeMarket } from "./accounts.js";
import { getBook } from "./book.js";
import { checkDecimal, checkFlag, fail, type Wire } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorChange, operatorRoute } from "./operator-route.js";

function setMarket({ context, services }: OperatorRequest, body: Wire): Response {
  const pair = context.req.param("pair") ?? "";
  const market = services.host.exchange.market(pair);
  if (market === undefined) {
    return refuseOperator(context, 404, "not-found", "There is no such pair");
  }
  const limitOnly = checkFlag(body["limitOnly"], "limitOnly");
  const halted = checkFlag(body["halted"], "halted");
  const text = body["indexPrice"] === undefined ? undefined : checkDecimal(body["indexPrice"], "indexPrice");
  const scaled = text === undefined ? undefined : Number(toScaled(text, market.priceScale) ?? 0n);
  const { minPrice, maxPrice } = indexBounds(market);
  if (scaled !== undefined && !(scaled >= minPrice && scaled <= maxPrice)) {
    const [min, max] = [priceText(market, minPrice), priceText(market, maxPrice)];
    fail("indexPrice", `a price from ${min} to ${max} with at most ${market.priceScale} decimals`);
  }
  changeMarket(services, pair, { limitOnly, halted, indexPrice: scaled });
  return context.json({
    pair,
    ...(limitOnly === undefined ? {} : { limitOnly }),
    ...(halted === undefined ? {} : { halted }),
    ...(text === undefined ? {} : { indexPrice: text }),
  });
}

/** The operator's addresses for markets. */
export const marketRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/book/{pair}",
      does: "a published state of a book, all levels, written like a full depth message: the truth for tests, which no fault reaches",
      query: { pair: "the pair", "seq?": "the number of the publication; the latest one by default" },
    },
    ({ context, services }) => getBook(context, services),
  ),
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/market",
      does: "how far a recorded market has been played, and the recorded numbers of its books; null where the sandbox has another",
    },
    ({ context, services }) => context.json({ market: services.market?.status() ?? null }),
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/markets/{pair}",
      does: "sets how a market is traded and where the world's price of it stands",
      query: { pair: "the pair" },
      body: {
        "limitOnly?": "whether market orders are refused with 2067",
        "halted?": "whether trading stands: orders are refused with 2021, and agents do nothing",
        "indexPrice?": "the index, a decimal; the walk goes on from there",
      },
    },
    setMarket,
  ),
];
