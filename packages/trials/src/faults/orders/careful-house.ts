import { Credential, DepthwireError, OrderOutcomeUnknown } from "@depthwire/core";
import { createRestClient, type RestClient } from "@depthwire/rest";
import type { CallVerdict } from "@depthwire/rest/internal";
import { createInMemoryVenue, type InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { randomInteger, seededRandom } from "@depthwire/testkit";
import { deck } from "../deck.js";
import { CutNetwork } from "./cut-network.js";
import { type FateName, fateNames } from "./fates.js";

/** The calls that must not be repeated and carry no id of the caller's. */
export const carefulKinds = ["plan", "withdrawal", "transfer-in", "transfer-out", "margin"] as const;

/** One of {@link carefulKinds}. */
export type CarefulKind = (typeof carefulKinds)[number];

/** What became of a call, as the report names it. */
type Verdict = "done" | "notDone" | "unknown";

/** What came of careful calls. */
export interface CarefulSum {
  calls: number;
  /** Verdicts that the venue's records contradict. */
  readonly wrong: string[];
  readonly verdicts: Record<Verdict, number>;
  readonly kinds: Partial<Record<CarefulKind, number>>;
  readonly fates: Partial<Record<FateName, number>>;
}

/** How a venue in memory is asked carefully. */
export interface CarefulOptions {
  readonly seed: number;
  readonly calls: number;
  readonly toleranceMs: number;
  /** Without it the first look that finds nothing is an answer: it shows that this check can fail. */
  readonly fence: "on" | "off";
}

const pair = "4BTC_USDT";
/** After this nothing is under way any more. */
const allArrivedMs = 100_000;

/** Makes careful calls one after the other through a bad network, and holds each verdict against what the venue did. */
export async function runCareful(options: CarefulOptions, sum: CarefulSum): Promise<void> {
  const { seed, toleranceMs, fence } = options;
  const random = seededRandom(seed);
  const venue = createInMemoryVenue({
    pairs: [pair],
    seed,
    requestsPerWindow: 0,
    timestampToleranceMs: toleranceMs,
    tickIntervalMs: 10_000,
  });
  const deeds = new Deeds(venue);
  let fate: FateName = "none";
  const network = new CutNetwork({
    venue,
    random,
    toleranceMs,
    deal: deck(fateNames, random),
    met: (_request, met) => {
      fate = met;
    },
  });
  const client = createRestClient(
    { addresses: { rest: venue.restUrl }, credential: new Credential(venue.credential), throttle: { reserve: {} } },
    { clock: venue.clock, random, http: network.http },
  );
  const nextKind = deck(carefulKinds, random);
  const settling = fence === "on" ? { toleranceMs } : { toleranceMs: 0, marginMs: 0 };
  for (let call = 1; call <= options.calls; call++) {
    const kind = nextKind();
    const before = deeds.of(kind);
    const amount = `${randomInteger(random, 100, 900)}.${String(call).padStart(4, "0")}`;
    const verdict = await venue.settle(verdictOf(calls[kind](client, amount, settling)));
    await venue.elapse(allArrivedMs);
    const done = deeds.of(kind) - before;
    sum.calls += 1;
    sum.verdicts[verdict] += 1;
    sum.kinds[kind] = (sum.kinds[kind] ?? 0) + 1;
    sum.fates[fate] = (sum.fates[fate] ?? 0) + 1;
    if (verdict !== "unknown" && done !== (verdict === "done" ? 1 : 0)) {
      sum.wrong.push(`seed ${seed}, call ${call}, ${kind} (${fate}): ${verdict}, the venue did it ${done} times`);
    }
    venue.apply({ kind: "cancel-all-plans", account: venue.userId });
  }
  client.close();
  venue.close();
}

/** A new {@link CarefulSum}. */
export function carefulSum(): CarefulSum {
  return { calls: 0, wrong: [], verdicts: { done: 0, notDone: 0, unknown: 0 }, kinds: {}, fates: {} };
}

type Settling = Parameters<RestClient["careful"]["withdraw"]>[1];

const calls: Readonly<
  Record<CarefulKind, (client: RestClient, amount: string, settling: Settling) => Promise<CallVerdict<unknown>>>
> = {
  plan: ({ careful }, _amount, settling) =>
    careful.placePlanOrder(
      // Far above: it waits.
      {
        pair,
        side: "long",
        plan: "take-profit",
        type: "market",
        price: "900000",
        triggerPrice: "900000",
        quantity: "0.01",
      },
      settling,
    ),
  withdrawal: ({ careful }, amount, settling) =>
    careful.withdraw({ coin: "USDT", amount, address: "0x00000000000000000000000000000000000000aa" }, settling),
  "transfer-in": ({ careful }, amount, settling) =>
    careful.transferFunds({ coin: "USDT", amount, direction: "in" }, settling),
  "transfer-out": ({ careful }, amount, settling) =>
    careful.transferFunds({ coin: "USDT", amount, direction: "out" }, settling),
  margin: ({ careful }, amount, settling) => careful.adjustMargin({ pair, side: "long", margin: amount }, settling),
};

async function verdictOf(call: Promise<CallVerdict<unknown>>): Promise<Verdict> {
  try {
    const { kind } = await call;
    return kind === "not-done" ? "notDone" : kind;
  } catch (error) {
    // Refused, or certainly not sent.
    if (error instanceof DepthwireError && !(error instanceof OrderOutcomeUnknown) && !error.ambiguous) {
      return "notDone";
    }
    throw error;
  }
}

/** What the venue has done for the account, by kind. */
class Deeds {
  readonly #plans = new Set<string>();
  readonly #withdrawals = new Set<string>();
  readonly #transfers = { "transfer-in": 0, "transfer-out": 0 };
  #margins = 0;
  #margin: string | undefined;

  constructor(venue: InMemoryVenue) {
    const { userId } = venue;
    for (const purse of ["contract", "wallet"] as const) {
      venue.apply({ kind: "credit", account: userId, coin: "USDT", amount: "10000000", purse });
    }
    const mode = { kind: "change-mode", mode: "fixed", leverageLong: 10, leverageShort: 10 } as const;
    venue.apply({ ...mode, account: userId, pair });
    const order = { kind: "place-order", account: userId, pair, side: "open-long", type: "market" } as const;
    venue.apply({ ...order, quantity: 1_000 * (venue.exchange.market(pair)?.contractUnit ?? 1) });
    this.#margin = venue.account(userId).positions[0]?.margin;
    venue.listen((event) => {
      if (event.kind === "plan-changed") {
        this.#plans.add(event.plan.orderId);
      } else if (event.kind === "withdrawal-changed") {
        this.#withdrawals.add(event.withdrawal.withdrawalId);
      } else if (event.kind === "money-moved" && event.to !== "world" && event.from !== "world") {
        if (event.from === "wallet" && event.to === "contract") {
          this.#transfers["transfer-in"] += 1;
        }
        if (event.from === "contract" && event.to === "wallet") {
          this.#transfers["transfer-out"] += 1;
        }
      } else if (event.kind === "position-changed" && event.position.margin !== this.#margin) {
        this.#margin = event.position.margin;
        this.#margins += 1;
      }
    });
  }

  of(kind: CarefulKind): number {
    switch (kind) {
      case "plan":
        return this.#plans.size;
      case "withdrawal":
        return this.#withdrawals.size;
      case "margin":
        return this.#margins;
      default:
        return this.#transfers[kind];
    }
  }
}
