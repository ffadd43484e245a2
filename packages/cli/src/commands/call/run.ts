import { ValidationError, VenueError } from "@depthwire/core";
import type { RestClient } from "@depthwire/rest";
import type { usdt } from "@depthwire/schema";
import { allOperations, findOperation, type NamedOperation } from "../../operations/find-operation.js";
import { operationHelp, operationList } from "../../operations/help.js";
import { parseFields } from "../../operations/parse-fields.js";
import { checkRequest } from "../../operations/written-request.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { printable } from "../../program/table.js";
import { confirm } from "../../trading/confirm.js";
import { planOf } from "../../trading/describe-order.js";
import { type DryRunFlags, showRequest } from "../../trading/dry-run.js";
import { showOrder, withClientOrderId } from "../../trading/dry-run-order.js";
import { type OpenedAccount, openAccount, placeWords } from "../../trading/open-account.js";
import { checkMayPlace, placeCarefully } from "../../trading/place-carefully.js";
import type { ConfirmFlags, PlaceFlags } from "../../trading/trade-options.js";
import { knownPair } from "../../venue/known-pair.js";
import { openVenue } from "../../venue/open-venue.js";
import { callCarefully, isCareful } from "./careful.js";

type CallFlags = DryRunFlags & ConfirmFlags & PlaceFlags & { readonly help?: true };
type Params = Readonly<Record<string, unknown>>;

/** Lists operations, explains one, shows its request, or calls it. */
export const run: RunCommand<CallFlags> = async ({ arguments: words, options }, context) => {
  const { output, screen } = context;
  const [name, fields = []] = words as readonly [string | undefined, readonly string[] | undefined];
  if (name === undefined) {
    const operations = allOperations().map((one) => one.name);
    output.result({ operations }, operationList(screen.size().columns));
    return undefined;
  }
  const found = findOperation(name);
  if (options.help === true) {
    const help = await operationHelp(found);
    output.result({ help }, help);
    return undefined;
  }
  const params = await parseFields(found.operation, fields, context.workingDirectory);
  if (options.dryRun === true) {
    await show(found, params, options, context);
    return undefined;
  }
  const result = await carryOut(found, params, options, context);
  output.result({ operation: found.name, result }, textOf(result));
  return undefined;
};

async function show(
  { name, operation }: NamedOperation,
  params: Params,
  flags: CallFlags,
  context: Context,
): Promise<void> {
  const sent = withClientOrderId(operation, params);
  await (name === "usdt.placeOrder"
    ? showOrder(sent as unknown as usdt.PlaceOrderInput, flags, context)
    : showRequest(operation, sent, flags, context));
}

function textOf(result: unknown): string {
  return result === undefined ? "Done." : printable(JSON.stringify(result, null, 2));
}

async function carryOut(found: NamedOperation, params: Params, flags: CallFlags, context: Context): Promise<unknown> {
  const { operation } = found;
  const { signal } = context;
  if (operation.auth === "none") {
    await using venue = openVenue(flags, context);
    return await withKnownPair(params, venue, () => venue.rest.call(operation, params as never, { signal }));
  }
  await using account = await openAccount(flags, context);
  const { rest } = account;
  return await withKnownPair(params, account, async () => {
    // What cannot be sent is refused before anybody is asked.
    checkRequest(operation, params);
    if (found.name === "usdt.placeOrder") {
      return await place(account, params as unknown as usdt.PlaceOrderInput, flags, context);
    }
    if (operation.permission !== "read") {
      await confirm(planOfCall(found, params, account), flags, context);
    }
    return isCareful(found)
      ? await callCarefully(account, found, params, { flags, context })
      : await rest.call(operation, params as never, { signal });
  });
}

async function place(
  account: OpenedAccount,
  order: usdt.PlaceOrderInput,
  flags: CallFlags,
  context: Context,
): Promise<object> {
  await knownPair(order.pair, account);
  const worth = await checkMayPlace(account, order, flags, context);
  await confirm(planOf(order, worth, account), flags, context);
  return await placeCarefully(account, order, flags, context);
}

function planOfCall({ name }: NamedOperation, params: Params, account: OpenedAccount): Parameters<typeof confirm>[0] {
  const facts = Object.entries(params).map(([field, value]) => [field, JSON.stringify(value)] as const);
  return { does: `Call ${name}`, facts: [...facts, ...placeWords(account)] };
}

/** A pair that the service refuses is held against its list: a slip of the pen gets the nearest name. */
async function withKnownPair(
  { pair }: Params,
  venue: { readonly rest: RestClient },
  call: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    const mayBePair = error instanceof VenueError || (error instanceof ValidationError && isOfPair(error));
    if (typeof pair === "string" && mayBePair) {
      await knownPair(pair, venue);
    }
    throw error;
  }
}

function isOfPair({ details }: ValidationError): boolean {
  return "path" in details && details.path === "pair";
}
