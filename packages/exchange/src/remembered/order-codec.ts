import type { AccountId } from "../account/account-id.js";
import { minus } from "../exact/fraction.js";
import type { OrderSide } from "../market/market.js";
import type { Attachment, FinishedOrder } from "../order/order-record.js";
import type { OrderStatus } from "../order/order-status.js";
import type { ChargedFee, FillRecord } from "../view/fill.js";
import type { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { noKey, placeIn, type RecordCodec, type SharedTexts } from "./record-codec.js";
import { textKey } from "./text-key.js";

/** Where the keys of a finished order stand. */
export const orderKeys = { id: 0, account: 1, clientOrderId: 2 } as const;

const sides: readonly OrderSide[] = ["open-long", "open-short", "close-long", "close-short"];
const types = ["limit", "market"] as const;
const sources = ["api", "plan"] as const;
const modes = ["cross", "fixed"] as const;
const liquidities = ["maker", "taker"] as const;
const statuses: readonly OrderStatus[] = ["open", "partly-filled", "filled", "partly-cancelled", "cancelled", "failed"];

/** What lists of orders ask for, which stands at the beginning. */
export interface OrderHead {
  readonly id: number;
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  readonly status: OrderStatus;
}

/** The key of a client id, under which others may be found too. */
export function clientIdKey(account: AccountId, clientOrderId: string | undefined): number {
  return clientOrderId === undefined ? noKey : textKey(account, clientOrderId);
}

/** Reads the beginning of a packed order. */
export function readOrderHead(reader: ByteReader, texts: SharedTexts): OrderHead {
  const id = reader.count();
  const account = reader.count();
  reader.skipText();
  return {
    id,
    account,
    pair: texts.textOf(reader.count()),
    side: sides[reader.count()] as OrderSide,
    status: statuses[reader.count()] as OrderStatus,
  };
}

function writeHead(writer: ByteWriter, order: FinishedOrder, texts: SharedTexts): void {
  writer.count(order.id);
  writer.count(order.account);
  writer.text(order.clientOrderId);
  writer.count(texts.numberOf(order.pair));
  writer.count(placeIn(sides, order.side));
  writer.count(placeIn(statuses, order.status));
}

/** Four facts in one byte. */
function flagsOf({ type, source, mode, attachment }: FinishedOrder): number {
  const attached = attachment === undefined ? 0 : 1 + placeIn(types, attachment.type);
  return placeIn(types, type) + 2 * placeIn(sources, source) + 4 * placeIn(modes, mode) + 8 * attached;
}

function writeAttachment(writer: ByteWriter, attachment: Attachment): void {
  writer.number(attachment.takeProfitTriggerPrice);
  writer.number(attachment.stopLossTriggerPrice);
  for (const price of [attachment.takeProfitPrice, attachment.stopLossPrice]) {
    writer.count(price === undefined ? 0 : 1);
    if (price !== undefined) {
      writer.number(price);
    }
  }
}

function readAttachment(reader: ByteReader, type: Attachment["type"]): Attachment {
  const triggers = { takeProfitTriggerPrice: reader.number(), stopLossTriggerPrice: reader.number() };
  const price = (): number | undefined => (reader.count() === 0 ? undefined : reader.number());
  const [takeProfitPrice, stopLossPrice] = [price(), price()];
  return {
    type,
    ...triggers,
    ...(takeProfitPrice === undefined ? {} : { takeProfitPrice }),
    ...(stopLossPrice === undefined ? {} : { stopLossPrice }),
  };
}

type FillBase = Pick<FinishedOrder, "price" | "createdAtMs">;

function writeFill(writer: ByteWriter, fill: FillRecord, { price, createdAtMs }: FillBase): void {
  writer.count(fill.id);
  writer.count(placeIn(statuses, fill.status) * 2 + placeIn(liquidities, fill.liquidity));
  writer.number(fill.price - price);
  writer.number(fill.quantity);
  writer.number(fill.atMs - createdAtMs);
  writer.money(fill.fee);
  writer.money(fill.tokenDeduction);
  writer.money(fill.couponDeduction);
}

function readFill(reader: ByteReader, { price, createdAtMs }: FillBase): FillRecord {
  const id = reader.count();
  const facts = reader.count();
  return {
    id,
    status: statuses[Math.floor(facts / 2)] as OrderStatus,
    liquidity: liquidities[facts % 2] as FillRecord["liquidity"],
    price: reader.number() + price,
    quantity: reader.number(),
    atMs: reader.number() + createdAtMs,
    fee: reader.money(),
    tokenDeduction: reader.money(),
    couponDeduction: reader.money(),
  };
}

const nothingPaid: ChargedFee = { fee: 0n, tokenDeduction: 0n, couponDeduction: 0n };

/** What an order's trades add up to, which is what stands in the order as a rule. */
function sumsOf(fills: readonly FillRecord[]): ChargedFee {
  if (fills.length <= 1) {
    return fills[0] ?? nothingPaid;
  }
  const sums = { fee: 0n, tokenDeduction: 0n, couponDeduction: 0n };
  for (const fill of fills) {
    sums.fee += fill.fee;
    sums.tokenDeduction += fill.tokenDeduction;
    sums.couponDeduction += fill.couponDeduction;
  }
  return sums;
}

function write(writer: ByteWriter, order: FinishedOrder, texts: SharedTexts): void {
  const { fills, attachment, frozenTotal } = order;
  writeHead(writer, order, texts);
  writer.count(flagsOf(order));
  writer.number(order.price);
  writer.number(order.quantity);
  writer.number(order.leverage);
  writer.count(order.createdAtMs);
  writer.number(order.updatedAtMs - order.createdAtMs);
  writer.number(order.reason);
  writer.number(order.quantity - order.filled);
  writer.money(order.fineCost);
  writer.money(frozenTotal);
  writer.money(minus(frozenTotal, order.released));
  if (attachment !== undefined) {
    writeAttachment(writer, attachment);
  }
  writer.count(fills.length);
  for (const fill of fills) {
    writeFill(writer, fill, order);
  }
  const sums = sumsOf(fills);
  writer.number(order.deals - fills.length);
  writer.money(minus(order.fee, sums.fee));
  writer.money(minus(order.tokenDeduction, sums.tokenDeduction));
  writer.money(minus(order.couponDeduction, sums.couponDeduction));
}

function read(reader: ByteReader, texts: SharedTexts): FinishedOrder {
  const id = reader.count();
  const account = reader.count();
  const clientOrderId = reader.text();
  const pair = texts.textOf(reader.count());
  const side = sides[reader.count()] as OrderSide;
  const status = statuses[reader.count()] as OrderStatus;
  const flags = reader.count();
  const attached = types[Math.floor(flags / 8) - 1];
  const price = reader.number();
  const quantity = reader.number();
  const leverage = reader.number();
  const createdAtMs = reader.count();
  const updatedAtMs = reader.number() + createdAtMs;
  const reason = reader.number();
  const filled = quantity - reader.number();
  const fineCost = reader.money();
  const frozenTotal = reader.money();
  const released = frozenTotal - reader.money();
  const attachment = attached === undefined ? undefined : readAttachment(reader, attached);
  const fills = Array.from({ length: reader.count() }, () => readFill(reader, { price, createdAtMs }));
  const sums = sumsOf(fills);
  return {
    id,
    account,
    clientOrderId,
    pair,
    side,
    status,
    type: types[flags % 2] as FinishedOrder["type"],
    price,
    quantity,
    source: sources[Math.floor(flags / 2) % 2] as FinishedOrder["source"],
    leverage,
    mode: modes[Math.floor(flags / 4) % 2] as FinishedOrder["mode"],
    attachment,
    createdAtMs,
    frozenTotal,
    updatedAtMs,
    reason,
    filled,
    fineCost,
    deals: reader.number() + fills.length,
    fee: reader.money() + sums.fee,
    tokenDeduction: reader.money() + sums.tokenDeduction,
    couponDeduction: reader.money() + sums.couponDeduction,
    released,
    fills,
  };
}

/** Packs users' orders that have ended, with their trades. */
export const orderCodec: RecordCodec<FinishedOrder> = {
  name: "finished-orders",
  keys: Object.keys(orderKeys).length,
  keysOf: ({ id, account, clientOrderId }, keys) => {
    keys[orderKeys.id] = id;
    keys[orderKeys.account] = account;
    keys[orderKeys.clientOrderId] = clientIdKey(account, clientOrderId);
  },
  readKeys: (reader, keys) => {
    keys[orderKeys.id] = reader.count();
    const account = reader.count();
    keys[orderKeys.account] = account;
    keys[orderKeys.clientOrderId] = clientIdKey(account, reader.text());
  },
  write,
  read,
};
