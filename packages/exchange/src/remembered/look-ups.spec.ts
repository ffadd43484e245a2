import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { FinishedOrder } from "../order/order-record.js";
import { VenueKit } from "../spec-support/venue-kit.js";
import { waitingOrders } from "../state/retention.js";
import { findOrdersByClientId } from "../view/account-view.js";
import { findOrders, maxSameClientId, readOrders } from "../view/history-view.js";
import { ByteReader } from "./byte-reader.js";
import { orderCodec, orderKeys } from "./order-codec.js";

const account = 1001;
const count = 5000;
const venue = new VenueKit(undefined, { keptRecords: count });
const { state } = venue.exchange;
const { orders } = state.remembered;

/** How often keys, whole records and lengths of records are read from packed pages. */
const keys = vi.spyOn(orderCodec, "readKeys");
const records = vi.spyOn(orderCodec, "read");
const lengths = vi.spyOn(ByteReader.prototype, "skip");

beforeAll(() => {
  venue.fund(account, "5000");
  venue.place(account, { side: "open-long", quantity: "0.01", price: "39000", clientOrderId: "7" });
  const order = waitingOrders(state)[0] as FinishedOrder;
  for (let i = 1; i <= count; i++) {
    orders.append({ ...order, id: order.id + i, status: "cancelled" });
  }
});

beforeEach(() => {
  vi.clearAllMocks();
});

it("of many orders with one client id the latest are read, and no others", () => {
  const found = findOrdersByClientId(state, account, "7");
  expect(found).toHaveLength(maxSameClientId + 1);
  expect(records.mock.calls.length).toBeLessThanOrEqual(maxSameClientId);
  expect(keys.mock.calls.length).toBeLessThanOrEqual(maxSameClientId + 1);
});

it("of an account's orders those of a page are read, and of the others no more than their beginnings", () => {
  const ids = findOrders(state, { account, family: "usdt-margined" });
  expect(ids).toHaveLength(count + 1);
  expect(ids).toEqual([...ids].sort((left, right) => right - left));
  expect(keys).not.toHaveBeenCalled();
  expect(records).not.toHaveBeenCalled();
  expect(lengths.mock.calls.length).toBeLessThanOrEqual(count + 256);
  expect(readOrders(state, ids.slice(0, 100)).map(({ id }) => id)).toEqual(ids.slice(0, 100));
  expect(records.mock.calls.length).toBeLessThanOrEqual(100);
});

it("a look-up of one record ends where it is found", () => {
  expect(orders.only(orderKeys.account, account)).toEqual(orders.get(orders.next - 1));
  expect(keys).toHaveBeenCalledTimes(1);
});

it("pages that are read by turns are parsed once", () => {
  for (let i = 0; i < 256; i++) {
    orders.get(i);
    orders.get(i + 2560);
  }
  expect(lengths.mock.calls.length).toBeLessThanOrEqual(512);
});

it("a list of all that is remembered costs no reader and no list for each record", () => {
  const bytes = vi.spyOn(ByteReader.prototype, "moveTo");
  const made = vi.spyOn(orders, "reader");
  findOrders(state, { account, family: "usdt-margined" });
  expect(bytes).toHaveBeenCalledTimes(count);
  expect(made).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
