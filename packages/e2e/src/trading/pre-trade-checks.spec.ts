import { Credential, ValidationError, VenueError } from "@depthwire/core";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { checkOrder, type MarketFacts, MarketFactsCache } from "@depthwire/rest/internal";
import { createInMemoryVenue, type InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { randomInteger, seededRandom } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";
type OrderInput = Parameters<RestClient["usdt"]["placeOrder"]>[0];

/** What no check before sending can know: the balance, the price band and the bankruptcy price, which no record tells. */
const notKnowable: ReadonlySet<number> = new Set([2027, 2065, 2066]);

interface Scene {
  readonly venue: InMemoryVenue;
  readonly client: RestClient;
  readonly market: MarketFactsCache;
  settle<Value>(promise: Promise<Value>): Promise<Value>;
}

async function setScene(seed: number): Promise<Scene> {
  // No record tells how much leverage a position may have: of this, too, no check before sending can know.
  const terms = { brackets: "off" } as const;
  const venue = createInMemoryVenue({ pairs: [pair], seed, requestsPerWindow: 0, tickIntervalMs: 1_000, terms });
  const { clock, userId, restUrl } = venue;
  venue.apply({ kind: "credit", account: userId, coin: "USDT", amount: "1000000000", purse: "contract" });
  const client = createRestClient(
    {
      addresses: { rest: restUrl },
      credential: new Credential(venue.credential),
      throttle: { limit: 1_000_000, reserve: {} },
    },
    { clock, random: seededRandom(seed), http: (_address, request) => venue.request(request) },
  );
  onTestFinished(() => venue.close());
  // Somebody has traded: there is a latest price.
  await venue.elapse(10_000);
  return { venue, client, market: new MarketFactsCache(client, clock), settle: (promise) => venue.settle(promise) };
}

/** Orders of which about every second is wrong in some way. */
function randomOrder(random: () => number, facts: MarketFacts): OrderInput {
  const pick = <Item>(...items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] as Item;
  const latest = Number(facts.latestPrice);
  const near = (min: number, max: number): string =>
    (latest * (1 + randomInteger(random, min, max) / 1_000)).toFixed(1);
  const price = pick(near(-60, 60), near(-60, 60), near(-60, 60), `${near(-5, 5)}7`);
  const unit = Number(facts.contract.contractValue);
  const quantity = pick(
    (unit * randomInteger(random, 1, 400)).toFixed(4),
    (unit * randomInteger(random, 10, 400)).toFixed(4),
    "0.00001",
    (unit * 1.5).toFixed(5),
    String(Number(facts.contract.maxOrderQuantity) + pick(-1, 0, 1)),
  );
  const side = pick("open-long", "open-long", "open-short", "open-short", "close-long", "close-short");
  const order = { pair, side, type: pick("limit", "limit", "market"), price, quantity } as const;
  if (!side.startsWith("open") || random() < 0.5) {
    return order;
  }
  const reference = order.type === "limit" ? Number(price) : latest;
  const [above, below] = [(reference * 1.02).toFixed(1), (reference * 0.98).toFixed(1)];
  const isRight = order.type === "limit" || random() < 0.5;
  const [profit, loss] = (side === "open-long") === isRight ? [above, below] : [below, above];
  return { ...order, attachedOrderType: "market", takeProfitTriggerPrice: profit, stopLossTriggerPrice: loss };
}

/** The rule that a check breaks by; nothing where it lets the order through. */
function brokenRule(order: OrderInput, facts: MarketFacts): string | undefined {
  try {
    checkOrder(order, facts);
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError && error.code === "market-rule") {
      return (error.details as { readonly rule: string }).rule;
    }
    throw error;
  }
}

/** The venue's code; `accepted`; `unsendable` where the operation's own rules between parameters stop it. */
async function venueSays({ client, settle }: Scene, order: OrderInput): Promise<number | "accepted" | "unsendable"> {
  try {
    await settle(client.usdt.placeOrder(order));
    return "accepted";
  } catch (error) {
    if (error instanceof VenueError) {
      return error.venueCode;
    }
    if (error instanceof ValidationError) {
      return "unsendable";
    }
    throw error;
  }
}

describe("checks before sending, against the venue", () => {
  it("refuse what the venue refuses, and let through what it takes", async () => {
    const scene = await setScene(3);
    const random = seededRandom(8);
    const disagreements: string[] = [];
    const rules: Record<string, number> = {};
    const counts = { accepted: 0, refused: 0, notKnowable: 0, unsendable: 0 };
    for (let round = 0; round < 350; round++) {
      if (round % 40 === 39) {
        scene.venue.apply({ kind: "cancel-all", account: scene.venue.userId, pair });
        await scene.venue.elapse(1_500);
      }
      const facts = await scene.settle(scene.market.facts(pair));
      if (facts === undefined) {
        throw new RangeError("the pair is not listed");
      }
      const order = randomOrder(random, facts);
      const broken = brokenRule(order, facts);
      const said = await venueSays(scene, order);
      if (said === "unsendable") {
        counts.unsendable++;
      } else if (typeof said === "number" && notKnowable.has(said) && broken === undefined) {
        counts.notKnowable++;
      } else if ((broken === undefined) === (said === "accepted")) {
        counts[said === "accepted" ? "accepted" : "refused"]++;
      } else {
        disagreements.push(`${JSON.stringify(order)}: ${broken ?? "let through"}, the venue says ${said}`);
      }
      if (broken !== undefined && said !== "unsendable") {
        rules[broken] = (rules[broken] ?? 0) + 1;
      }
    }
    expect(disagreements).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(100);
    expect(counts.notKnowable + counts.unsendable).toBeLessThan(100);
    for (const rule of [
      "a multiple of the contract's unit",
      "at least the smallest quantity",
      "at most the largest single order",
      "at most what the position has left to close",
      "no finer than the pair's prices",
      "above the latest price",
      "below the latest price",
    ]) {
      expect(rules[rule], rule).toBeGreaterThan(2);
    }
  });

  it("count all orders that wait, however many", async () => {
    const scene = await setScene(4);
    const { venue, client, market, settle } = scene;
    const facts = async (): Promise<MarketFacts> => (await settle(market.facts(pair))) as MarketFacts;
    const { contract, latestPrice } = await facts();
    const price = (Number(latestPrice) * 0.95).toFixed(1);
    const order = { pair, side: "open-long", type: "limit", price, quantity: "0.001" } as const;
    for (let placed = 0; placed < contract.maxOpenOrders - 1; placed++) {
      await settle(client.usdt.placeOrder(order));
    }
    expect(brokenRule(order, await facts())).toBeUndefined();
    expect(await venueSays(scene, order)).toBe("accepted");
    expect(brokenRule(order, await facts())).toBe("fewer open orders than may wait");
    expect(await venueSays(scene, order)).toBe(2011);
    expect(venue.account(venue.userId).openOrders).toHaveLength(contract.maxOpenOrders);
    for (const side of ["open-long", "close-long"] as const) {
      const atMarket = { pair, side, type: "market", price: "0", quantity: "0.001" } as const;
      expect(brokenRule(atMarket, await facts())).toBeUndefined();
      expect(await venueSays(scene, atMarket)).toBe("accepted");
    }
  });

  it("hold the largest position against what is held and what waits", async () => {
    const scene = await setScene(5);
    const { client, market, settle } = scene;
    const facts = async (): Promise<MarketFacts> => (await settle(market.facts(pair))) as MarketFacts;
    const { contract, latestPrice } = await facts();
    const price = (Number(latestPrice) * 0.95).toFixed(1);
    const order = { pair, side: "open-long", type: "limit", price, quantity: contract.maxOrderQuantity } as const;
    let placed = 0;
    while (brokenRule(order, await facts()) === undefined && placed < 100) {
      await settle(client.usdt.placeOrder(order));
      placed++;
    }
    expect(placed).toBeGreaterThan(0);
    expect(brokenRule(order, await facts())).toBe("within the largest position");
    expect(await venueSays(scene, order)).toBe(2015);
  });
});
