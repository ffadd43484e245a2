import { isKnownVenueCode } from "@depthwire/core";
import { type KeyPermission, keyPermissions, type Purse } from "@depthwire/exchange/internal";
import type { VenueCode } from "@depthwire/schema";
import { canonicalAddress } from "../../guard/ip-address.js";
import type { OrderedRefusal } from "../ordered-refusals.js";
import {
  checkAccount,
  checkAmount,
  checkChoice,
  checkFlag,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  fail,
  type Wire,
} from "./check-body.js";

/** Money from outside. */
export interface FundsBody {
  readonly coin: string;
  readonly amount: string;
  readonly purse: Purse;
}

/** A key that the operator opens. Absent parts are made up. */
export interface KeyBody {
  readonly apiKey?: string;
  readonly apiSecret?: string;
  readonly permissions: readonly KeyPermission[];
  readonly addresses: readonly string[];
}

/** What the operator wants of an account. */
export interface AccountBody {
  readonly account?: number;
  readonly funds: readonly FundsBody[];
  readonly keys: readonly KeyBody[] | undefined;
  readonly revokeKeys: readonly string[];
  readonly restricted: boolean | undefined;
  readonly paysFeesInToken: boolean | undefined;
  readonly cancelOnDisconnect: boolean | undefined;
  /** In place of all that were ordered before. */
  readonly refusals: readonly OrderedRefusal[] | undefined;
}

const purses: readonly Purse[] = ["contract", "wallet", "spot", "promotion"];

function checkFunds(value: unknown, path: string): FundsBody {
  const { coin, amount, purse } = checkObject(value, path, ["coin", "amount", "purse"]) as Partial<FundsBody>;
  if (typeof coin !== "string" || !/^[A-Z][A-Z0-9]{0,15}$/.test(coin)) {
    fail(`${path}.coin`, "a coin's symbol");
  }
  return {
    coin,
    amount: checkAmount(amount, `${path}.amount`),
    purse: checkChoice(purse ?? "contract", `${path}.purse`, purses),
  };
}

function checkAddress(value: unknown, path: string): string {
  const address = checkText(value, path);
  return canonicalAddress(address) === undefined ? fail(path, "an IP address") : address;
}

function checkKeyText(value: unknown, path: string): string {
  const text = checkText(value, path);
  return /^[!#-[\]-~]+$/.test(text) ? text : fail(path, "visible ASCII characters without quote and backslash");
}

function checkKey(value: unknown, path: string): KeyBody {
  const body = checkObject(value, path, ["apiKey", "apiSecret", "permissions", "addresses"]);
  const { apiKey, apiSecret, permissions, addresses } = body;
  return {
    ...(apiKey === undefined ? {} : { apiKey: checkKeyText(apiKey, `${path}.apiKey`) }),
    ...(apiSecret === undefined ? {} : { apiSecret: checkKeyText(apiSecret, `${path}.apiSecret`) }),
    permissions: checkList(permissions ?? keyPermissions, `${path}.permissions`, (one, where) =>
      checkChoice(one, where, keyPermissions),
    ),
    addresses: checkList(addresses, `${path}.addresses`, checkAddress),
  };
}

function checkCode(value: unknown, path: string): VenueCode {
  const code = checkInteger(value, path, 1, 9999);
  return isKnownVenueCode(code) ? code : fail(path, "a code of the error table or of the field notes");
}

function checkRefusal(value: unknown, path: string): OrderedRefusal {
  const { code, operations, count } = checkObject(value, path, ["code", "operations", "count"]);
  return {
    code: checkCode(code, `${path}.code`),
    ...(operations === undefined ? {} : { operations: checkList(operations, `${path}.operations`, checkText) }),
    ...(count === undefined ? {} : { count: checkInteger(count, `${path}.count`, 1, 1_000_000) }),
  };
}

/**
 * Checks what the operator sends, an object with known keys.
 *
 * @throws ValidationError `value-invalid`
 */
export function checkAccountBody(body: Wire): AccountBody {
  const { account, refusals } = body;
  return {
    ...(account === undefined ? {} : { account: checkAccount(account) }),
    funds: checkList(body["funds"], "funds", checkFunds),
    keys: body["keys"] === undefined ? undefined : checkList(body["keys"], "keys", checkKey),
    revokeKeys: checkList(body["revokeKeys"], "revokeKeys", checkText),
    restricted: checkFlag(body["restricted"], "restricted"),
    paysFeesInToken: checkFlag(body["paysFeesInToken"], "paysFeesInToken"),
    cancelOnDisconnect: checkFlag(body["cancelOnDisconnect"], "cancelOnDisconnect"),
    refusals: refusals === undefined ? undefined : checkList(refusals, "refusals", checkRefusal),
  };
}
