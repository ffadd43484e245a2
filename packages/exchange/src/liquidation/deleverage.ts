import { holdersOf } from "../account/holders.js";
import { legOf } from "../account/legs.js";
import { noteAgentBought } from "../agents/agents-state.js";
import type { ContractState, HousePosition } from "../contract/contract-state.js";
import { type Leg, type PositionSide, unrealised } from "../contract/margin.js";
import { exactValue } from "../contract/units.js";
import { add, fraction } from "../exact/fraction.js";
import { shareOf } from "../settle/change-position.js";
import { liquidationAccount, settleHouse } from "../settle/house.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { ContractSite, PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { rank, type Standing } from "./rank.js";
import { cancelOrdersOf, closes, handOver } from "./take-over.js";

/** Somebody whose position can be closed against the venue's. */
interface Counterparty extends Standing {
  readonly quantity: number;
  /** Nothing for an agent. */
  readonly site: PositionSite | undefined;
}

function standing(
  { units, mark }: ContractState,
  side: PositionSide,
  leg: Leg,
  margin: bigint | undefined,
): Pick<Standing, "profit" | "value" | "equity" | "cost"> {
  const price = BigInt(mark.price);
  const profit = unrealised(units, side, leg, price);
  const value = exactValue(units, leg.quantity, price);
  return { profit, value, cost: leg.cost, equity: margin === undefined ? value : add(fraction(margin), profit) };
}

function users(state: ExchangeState, { market, contract }: ContractSite, side: PositionSide): Counterparty[] {
  return holdersOf(state, contract).flatMap((user) => {
    const holding = user.holdings.get(market.market.pair);
    const position = holding?.[side];
    if (holding === undefined || position === undefined || position.quantity === 0) {
      return [];
    }
    const { account } = user;
    const { quantity, margin } = position;
    const figures = standing(contract, side, legOf(contract.terms, position), margin.balance);
    return [{ account, quantity, ...figures, site: { market, contract, user, holding, position } }];
  });
}

function agents(contract: ContractState, side: PositionSide): Counterparty[] {
  const isMeant = ({ account, quantity }: HousePosition): boolean =>
    account !== liquidationAccount && (side === "long" ? quantity > 0 : quantity < 0);
  return [...contract.house.values()].filter(isMeant).map(({ account, quantity, cost }) => {
    const leg = { quantity: BigInt(Math.abs(quantity)), cost, maintenanceRate: 0n };
    return { account, quantity: Math.abs(quantity), ...standing(contract, side, leg, undefined), site: undefined };
  });
}

function close(turn: Turn, { market, contract }: ContractSite, engine: HousePosition, other: Counterparty): void {
  const { state } = turn;
  const held = Math.abs(engine.quantity);
  const quantity = Math.min(held, other.quantity);
  const value = shareOf(engine.cost, quantity, held);
  const engineSells = engine.quantity > 0;
  if (other.site === undefined) {
    // An agent knows what it holds, or it would go on quoting as if it still had what is gone.
    noteAgentBought(market.agents, other.account, engineSells ? quantity : -quantity);
    settleHouse(state, contract, other.account, { direction: engineSells ? "buy" : "sell", quantity, value });
    settleHouse(state, contract, liquidationAccount, { direction: engineSells ? "sell" : "buy", quantity, value });
    return;
  }
  const { holding, position } = other.site;
  cancelOrdersOf(turn, holding, closes(position), "auto-deleverage");
  handOver(turn, other.site, liquidationAccount, { quantity, value, type: "auto-deleverage" });
}

/**
 * Closes what the venue could not work off against the positions of the other side, at the price at which it was taken over:
 * by rank, without fee.
 *
 * @returns whether that was done to a user: what his position was worth is not what he got, so he has to be looked at again
 */
export function deleverage(turn: Turn, site: ContractSite, engine: HousePosition): boolean {
  const { contract } = site;
  const side = engine.quantity > 0 ? "short" : "long";
  let hitsUser = false;
  for (const other of rank([...users(turn.state, site, side), ...agents(contract, side)])) {
    if (engine.quantity === 0) {
      return hitsUser;
    }
    close(turn, site, engine, other);
    hitsUser ||= other.site !== undefined;
  }
  return hitsUser;
}
