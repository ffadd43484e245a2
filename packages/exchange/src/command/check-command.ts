import { ValidationError } from "@depthwire/core";
import { lastUserAccount } from "../account/account-id.js";
import { maxFundingRate } from "../contract/funding-rate.js";
import { keyPermissions } from "../keys/api-key.js";
import { queueRules } from "../mirror/mirror-command.js";
import type { Command } from "./command.js";
import {
  anyOf,
  type FieldRule,
  flag,
  integer,
  integerFrom,
  levels,
  listOf,
  maybe,
  recordOf,
  text,
} from "./command-rules.js";

type KeysOf<One> = One extends unknown ? Exclude<keyof One, "kind"> : never;

type CommandRules = {
  readonly [Kind in Command["kind"]]: {
    readonly [Field in KeysOf<Extract<Command, { readonly kind: Kind }>>]: FieldRule;
  };
};

/** Longest time between two standing payments, in milliseconds: a year. */
const maxPauseMs = 31_536_000_000;

/** Most publications that one command makes, and the widest step of `seq`. */
const maxPublications = 100_000;

const side = anyOf("long", "short");
const orderType = anyOf("market", "limit");
const account = integerFrom(0, lastUserAccount);
const queue = maybe(anyOf(...queueRules));

const attachment = recordOf({
  type: maybe(orderType),
  takeProfitTriggerPrice: maybe(integer),
  stopLossTriggerPrice: maybe(integer),
  takeProfitPrice: maybe(integer),
  stopLossPrice: maybe(integer),
});

const credit = { coin: text, amount: text, purse: anyOf("wallet", "spot", "contract", "promotion") };

const key = {
  apiKey: text,
  apiSecret: text,
  permissions: listOf(anyOf(...keyPermissions)),
  addresses: listOf(text),
};

/** The allowed content of each command. The reducer decides whether it can be done, and refuses with a code. */
const rules: CommandRules = {
  "place-order": {
    account,
    pair: text,
    side: anyOf("open-long", "open-short", "close-long", "close-short"),
    type: orderType,
    quantity: integer,
    price: maybe(integer),
    clientOrderId: maybe(text),
    attachment: maybe(attachment),
  },
  "cancel-order": { account, orderId: integer },
  "cancel-orders": { account, orderIds: listOf(integer) },
  "cancel-all": { account, pair: text },
  "place-plan": {
    account,
    pair: maybe(text),
    side,
    plan: anyOf("take-profit", "stop-loss"),
    type: orderType,
    price: integer,
    triggerPrice: integer,
    quantity: integer,
  },
  "cancel-plan": { account, orderId: integer },
  "cancel-all-plans": { account, pair: maybe(text) },
  "change-mode": {
    account,
    pair: text,
    mode: anyOf("cross", "fixed"),
    leverageLong: integer,
    leverageShort: integer,
  },
  "change-margin": { account, pair: text, side, amount: text },
  credit: { account, ...credit },
  "change-account": {
    account,
    restricted: maybe(flag),
    paysFeesInToken: maybe(flag),
    cancelOnDisconnect: maybe(flag),
    credits: listOf(recordOf(credit)),
    revokeKeys: listOf(text),
    openKeys: listOf(recordOf(key)),
  },
  deposit: {
    account,
    coin: text,
    amount: text,
    chain: maybe(text),
    outcome: maybe(anyOf("credited", "failed")),
    everyMs: maybe(integerFrom(1, maxPauseMs)),
  },
  withdraw: { account, coin: text, amount: text, address: text, memo: maybe(text) },
  "decide-withdrawal": { withdrawalId: text, decision: anyOf("approve", "reject", "cancel") },
  "fund-insurance": { coin: text, amount: text },
  transfer: { account, coin: text, amount: text, direction: anyOf("in", "out") },
  "set-account": {
    account,
    restricted: maybe(flag),
    paysFeesInToken: maybe(flag),
    cancelOnDisconnect: maybe(flag),
  },
  "private-stream-lost": { account },
  "make-history": { ms: integerFrom(1, maxPauseMs) },
  "open-key": { account, ...key },
  "revoke-key": { account, apiKey: text },
  "set-market": {
    pair: text,
    limitOnly: maybe(flag),
    halted: maybe(flag),
    quotePermille: maybe(integerFrom(0, 1000)),
    nextFundingRate: maybe(integerFrom(-maxFundingRate, maxFundingRate)),
  },
  "start-strategy": { account, pair: text },
  tick: {},
  "pass-time": {},
  "set-index": { pair: text, price: integer },
  "publish-depth": { pair: text, seqStep: maybe(integerFrom(1, maxPublications)) },
  "load-depth": { pair: text, publications: integerFrom(1, maxPublications) },
  "mirror-depth": { pair: text, scope: anyOf("whole", "change"), asks: levels, bids: levels, queue },
  "mirror-trade": { pair: text, price: integer, quantity: integer, takerDirection: anyOf("buy", "sell"), queue },
};

const kinds: ReadonlyMap<unknown, readonly (readonly [name: string, rule: FieldRule])[]> = new Map(
  Object.entries(rules).map(([kind, fields]) => [kind, Object.entries(fields)]),
);

/** Latest moment that a date can have, in epoch milliseconds. */
const lastMomentMs = 8_640_000_000_000_000;
const moment = integerFrom(0, lastMomentMs);

function fail(path: string, rule: string): never {
  throw new ValidationError("value-invalid", { path, rule });
}

/** Fields by name. */
function fieldsOf<One extends object>(command: One): { readonly [Field in keyof One]: unknown } {
  return command;
}

/**
 * Lets through what the exchange can work with: known kinds, safe integers, known words. Anything else would stay in the state
 * for good, and no view could show it.
 *
 * @param at the command's time in epoch milliseconds
 * @throws ValidationError `value-invalid`
 */
export function checkCommand(command: Command, at: number): void {
  // Ticks are by far the most frequent, and have nothing to look at but their time.
  if (!moment.holds(at)) {
    fail("command.at", moment.says);
  }
  if (command.kind === "tick") {
    return;
  }
  const fields = kinds.get(command.kind);
  if (fields === undefined) {
    fail("command.kind", "a kind of command");
  }
  const values: Readonly<Record<string, unknown>> = fieldsOf(command);
  for (const [name, { holds, says }] of fields) {
    if (!holds(values[name])) {
      fail(`command.${command.kind}.${name}`, says);
    }
  }
}
