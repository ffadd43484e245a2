import type { AccountId } from "../account/account-id.js";
import type { ChangeRecord, ChangeType, LoggedChange } from "../view/change.js";
import type { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { placeIn, type RecordCodec, type SharedTexts } from "./record-codec.js";

const sides = ["long", "short"] as const;
const modes = ["cross", "fixed"] as const;
const types: readonly ChangeType[] = ["open", "close", "lighten", "liquidate", "auto-deleverage"];

function writePrice(writer: ByteWriter, price: ChangeRecord["price"]): void {
  if (typeof price === "number") {
    writer.number(price);
  } else {
    writer.money(price.numerator);
    writer.money(price.denominator);
  }
}

function flagsOf(change: ChangeRecord): number {
  const side = change.side === "long" ? 0 : 1;
  const mode = change.mode === "cross" ? 0 : 1;
  const isWhole = typeof change.price === "number" ? 0 : 1;
  return side + 2 * mode + 4 * isWhole + 8 * placeIn(types, change.type);
}

function write(writer: ByteWriter, change: LoggedChange, texts: SharedTexts): void {
  writer.count(change.account);
  writer.count(texts.numberOf(change.pair));
  writer.count(change.id);
  writer.count(flagsOf(change));
  writer.number(change.quantityChange);
  writer.number(change.quantity);
  writePrice(writer, change.price);
  writer.number(change.openQuantity);
  writer.money(change.openFineCost);
  writer.money(change.profit);
  writer.money(change.fee);
  writer.money(change.tokenDeduction);
  writer.money(change.couponDeduction);
  writer.count(change.atMs);
}

function read(reader: ByteReader, texts: SharedTexts): LoggedChange {
  const account = reader.count();
  const pair = texts.textOf(reader.count());
  const id = reader.count();
  const flags = reader.count();
  return {
    account,
    pair,
    id,
    side: sides[flags % 2] as ChangeRecord["side"],
    mode: modes[Math.floor(flags / 2) % 2] as ChangeRecord["mode"],
    type: types[Math.floor(flags / 8)] as ChangeType,
    quantityChange: reader.number(),
    quantity: reader.number(),
    price:
      Math.floor(flags / 4) % 2 === 0 ? reader.number() : { numerator: reader.money(), denominator: reader.money() },
    openQuantity: reader.number(),
    openFineCost: reader.money(),
    profit: reader.money(),
    fee: reader.money(),
    tokenDeduction: reader.money(),
    couponDeduction: reader.money(),
    atMs: reader.count(),
  };
}

/** Packs lines of change logs. Found by their accounts. */
export const changeCodec: RecordCodec<LoggedChange> = {
  name: "position-changes",
  keys: 1,
  keysOf: ({ account }, keys) => {
    keys[0] = account;
  },
  readKeys: (reader, keys) => {
    keys[0] = reader.count();
  },
  write,
  read,
};

/** Whose change it is, and of what, which stands at the beginning. */
export function readChangeHead(
  reader: ByteReader,
  texts: SharedTexts,
): { readonly account: AccountId; readonly pair: string } {
  return { account: reader.count(), pair: texts.textOf(reader.count()) };
}
