import { compareDecimal } from "@depthwire/core";
import type { ContractAsset, PlanOrder, Position } from "@depthwire/schema";
import type { AccountFact } from "../mirror/account-event.js";
import type { AccountMirror } from "../mirror/account-mirror.js";
import type { AccountOptions } from "../mirror/account-options.js";
import { positionKey } from "../mirror/account-records.js";
import { type Difference, differenceKey } from "../mirror/difference.js";
import { isZero, saysTheSame } from "../mirror/exact-sum.js";
import type { Asker } from "./asker.js";

/** What the venue answers about the account as it stands. */
interface Standing {
  readonly assets: readonly ContractAsset[];
  readonly positions: readonly Position[];
  readonly planOrders: readonly PlanOrder[];
}

/** What came of a comparison. */
export interface Verdict {
  readonly facts: readonly AccountFact[];
  readonly differences: readonly Difference[];
}

/**
 * Compares assets, positions and plan orders with the venue's answer. A difference counts when it shows twice with nothing
 * pushed about it in between, for an answer may be ahead of a push; the mirror then takes over what was answered.
 *
 * @param isListening whether the connection stands that stood at the beginning: without it silence means nothing
 */
export async function verifyStanding(
  asker: Asker,
  mirror: AccountMirror,
  options: AccountOptions,
  isListening: () => boolean,
): Promise<Verdict> {
  mirror.tables.forgetTouched();
  const first = await askStanding(asker);
  const before = new Set(compare(mirror, first).map(({ key }) => key));
  if (before.size === 0 && !mirror.sizes.wantsAnchor) {
    return { facts: [], differences: [] };
  }
  await asker.pause(options.settleMs);
  const second = await askStanding(asker);
  if (!isListening()) {
    return { facts: [], differences: [] };
  }
  const lasting = compare(mirror, second).filter(({ key }) => before.has(key));
  anchorSteadyPositions(mirror, first, second);
  return {
    facts: lasting.flatMap((mismatch) => mismatch.adopt()),
    differences: lasting.flatMap(({ difference }) => (difference === undefined ? [] : [difference])),
  };
}

/** A size that stood still, with no push about it, for as long as pushes take has nothing on its way. */
function anchorSteadyPositions(mirror: AccountMirror, first: Standing, second: Standing): void {
  const isJudged = judgedSizes(mirror);
  const before = quantities(first);
  const after = quantities(second);
  const isSteady = (key: string): boolean => compareDecimal(before.get(key) ?? "0", after.get(key) ?? "0") === 0;
  mirror.sizes.anchor(second.positions, (key) => isSteady(key) && isJudged(key));
}

/** Sizes that nothing was pushed about, and for which no trade is known to be missing: such a trade is a matter of its order. */
function judgedSizes({ tables, orders }: AccountMirror): (key: string) => boolean {
  const pending = [...orders.pairsWithTradesToCome()];
  const unjudged = new Set(pending.flatMap((pair) => [positionKey(pair, "long"), positionKey(pair, "short")]));
  return (key) => !tables.isTouched(key) && !unjudged.has(key);
}

function quantities({ positions }: Standing): ReadonlyMap<string, string> {
  return new Map(positions.map(({ pair, side, quantity }) => [positionKey(pair, side), quantity]));
}

/** Something that the mirror and the venue show differently, though nothing was pushed about it. */
interface Mismatch {
  readonly key: string;
  /** The key under which the mirror notes that the venue said something about it. */
  readonly subject: string;
  readonly difference: Difference | undefined;
  /** Takes over what the venue answered. */
  adopt(): readonly AccountFact[];
}

async function askStanding(asker: Asker): Promise<Standing> {
  const assets = await asker.ask((venue, signal) => venue.assets(signal));
  const all = await asker.ask((venue, signal) => venue.positions(signal));
  const positions = all.filter(({ quantity }) => !isZero(quantity));
  const planOrders = await asker.ask((venue, signal) => venue.planOrders(signal));
  return { assets, positions, planOrders };
}

function compare(mirror: AccountMirror, standing: Standing): readonly Mismatch[] {
  const sizes = mirror.sizes.unexplained(standing.positions, judgedSizes(mirror));
  return [
    ...compareAssets(mirror, standing.assets),
    ...comparePositions(mirror, standing.positions),
    ...comparePlanOrders(mirror, standing.planOrders),
    ...sizes.map((difference) => ({ key: differenceKey(difference), subject: "", difference, adopt: () => [] })),
  ];
}

function compareAssets({ tables }: AccountMirror, assets: readonly ContractAsset[]): readonly Mismatch[] {
  return assets
    .filter((asset) => !tables.isTouched(asset.coin))
    .filter((asset) => !saysTheSame(tables.assets.get(asset.coin) ?? {}, asset))
    .map((asset) => ({
      key: `asset ${asset.coin}`,
      subject: asset.coin,
      difference: { what: "asset", coin: asset.coin },
      adopt: () => tables.asset("query", asset),
    }));
}

function comparePositions({ tables }: AccountMirror, positions: readonly Position[]): readonly Mismatch[] {
  const told = new Set(positions.map(({ pair, side }) => positionKey(pair, side)));
  const gone = [...tables.positions.values()].filter(({ pair, side }) => !told.has(positionKey(pair, side)));
  const mismatches: Mismatch[] = gone.map((position) => ({
    ...aboutPosition(position),
    adopt: () => tables.positionGone("query", position),
  }));
  for (const position of positions) {
    const about = aboutPosition(position);
    const adopt = () => tables.position("query", position);
    const known = tables.positions.get(positionKey(position.pair, position.side));
    if (known === undefined || !hasSameSize(known, position)) {
      mismatches.push({ ...about, adopt });
    } else if (!saysTheSame(known, position)) {
      mismatches.push({ ...about, adopt, difference: undefined });
    }
  }
  return mismatches.filter(({ subject }) => !tables.isTouched(subject));
}

function aboutPosition({ pair, side }: Position) {
  const subject = positionKey(pair, side);
  return { subject, key: `position ${subject}`, difference: { what: "position", pair, side } as const };
}

/** The other fields move with the market and with other positions, and need no push. */
function hasSameSize(left: Position, right: Position): boolean {
  return (
    left.mode === right.mode &&
    compareDecimal(left.quantity, right.quantity) === 0 &&
    compareDecimal(left.openPrice, right.openPrice) === 0
  );
}

/** What became of a plan order is not said anywhere, so the event is the whole report. */
function comparePlanOrders(mirror: AccountMirror, planOrders: readonly PlanOrder[]): readonly Mismatch[] {
  const { tables } = mirror;
  const told = new Set(planOrders.map(({ orderId }) => orderId));
  const about = ({ orderId }: PlanOrder) => ({ key: `plan ${orderId}`, subject: orderId, difference: undefined });
  const vanished = [...tables.planOrders.values()].filter(({ orderId }) => !told.has(orderId));
  const changed = planOrders.filter((one) => !saysTheSame(tables.planOrders.get(one.orderId) ?? {}, one));
  const mismatches: readonly Mismatch[] = [
    ...vanished.map((one) => ({ ...about(one), adopt: () => tables.planOrderVanished(one) })),
    ...changed.map((one) => ({ ...about(one), adopt: () => mirror.planOrders([one]) })),
  ];
  return mismatches.filter(({ subject }) => !tables.isTouched(subject));
}
