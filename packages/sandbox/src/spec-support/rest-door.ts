import { onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import type { SandboxOptions } from "../options.js";
import { startSandbox } from "../sandbox.js";
import { type Answered, type KeyPair, RestKit } from "./rest-kit.js";

/** When the time of these sandboxes begins. */
export const startMs = 1_700_000_000_000;

/** A sandbox whose time stands still, with its demo account. */
export interface Door {
  readonly kit: RestKit;
  readonly clock: VirtualClock;
}

/** Opens a sandbox for one test. Nothing moves in it unless the clock does. */
export async function openDoor(options: SandboxOptions = {}): Promise<Door> {
  const clock = new VirtualClock(startMs);
  const sandbox = await startSandbox({ pairs: ["4BTC_USDT", "5BTC_USD"], requestsPerWindow: 0, clock, ...options });
  onTestFinished(() => sandbox.close());
  return { kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()), clock };
}

/** An account of its own with a key. */
export interface Tenant {
  readonly account: number;
  readonly key: KeyPair;
  readonly kit: RestKit;
}

/** Opens an account with USDT in its contract account. */
export async function openTenant(kit: RestKit, usdt = "100000", extra: object = {}): Promise<Tenant> {
  const { body } = await kit.operate("POST", "accounts", { funds: [{ coin: "USDT", amount: usdt }], ...extra });
  const { account, opened } = body as Answered & { account: number; opened: KeyPair[] };
  const key = opened[0] as KeyPair;
  return { account, key, kit: kit.as(key) };
}

/** A limit order of 0.01 BTC far below the market, with something else about it. */
export function orderBody(changes: object = {}): Record<string, unknown> {
  const usual = { pair: "4BTC_USDT", amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6 };
  return { ...usual, ...changes };
}

/** Addresses of the operations, short. */
export const paths = {
  open: "/v3/cbu/order/open",
  close: "/v3/cbu/order/close",
  closeBatch: "/v3/cbu/order/closeBatch",
  closeAll: "/v3/cbu/order/closeAll",
  planOpen: "/v3/cbu/order/planOpen",
  planClose: "/v3/cbu/order/planClose",
  planCloseAll: "/v3/cbu/order/planCloseAll",
  planOrderList: "/v3/cbu/order/planOrderList",
  changeMargin: "/v3/cbu/changeMargin",
  changeMode: "/v3/cbu/changeMode",
  assets: "/v3/cbu/assets",
  position: "/v3/cbu/position",
  list: "/v3/cbu/order/list",
  detail: "/v3/cbu/order/detail",
  listBatch: "/v3/cbu/order/listBatch",
  listBatchByClientOid: "/v3/cbu/order/listBatchByClientOid",
  transfer: "/v3/cbuassets/transfer",
  transferToo: "/v3/assets/transfer/cbu",
  dealLog: "/v3.1/cquery/base_u/dealLog",
  orderDetail: "/v3.1/cquery/base_u/orderDetail",
  orderHistory: "/v3.1/cquery/base_u/orderHistory",
  orderById: "/v3.1/cquery/base_u/orderById",
} as const;
