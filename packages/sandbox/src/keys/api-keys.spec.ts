import type { ApiKeyRecord, ExchangeState } from "@depthwire/exchange/internal";
import { expect, it } from "vitest";
import { openHost } from "../spec-support/open-host.js";
import { hmacMd5 } from "../spec-support/rest-kit.js";
import { ApiKeys, demoUserId, findDemoAccount, type KeyClaim, makeDemoAccount } from "./api-keys.js";
import { seededKeys } from "./key-source.js";

const account = demoUserId;

function openKeys(permissions: ApiKeyRecord["permissions"] = ["read", "trade", "withdraw"], addresses: string[] = []) {
  const { host } = openHost(["4BTC_USDT"]);
  const open = (apiKey: string): void => {
    host.apply({ kind: "open-key", account, apiKey, apiSecret: "secret", permissions, addresses });
  };
  open("key");
  const keys = new ApiKeys((): ExchangeState => host.exchange.state, "decoy");
  const ask = (changes: Partial<KeyClaim> = {}): unknown =>
    keys.authenticate({
      apiKey: "key",
      signature: hmacMd5("secret", "text"),
      signed: ["text"],
      permission: "read",
      ...changes,
    });
  return { host, ask, open };
}

const admitted = { userId: account };

it("lets in who knows the secret, whichever of the texts is signed", () => {
  const { ask } = openKeys();
  expect(ask()).toEqual(admitted);
  expect(ask({ signed: ["other", "text"] })).toEqual(admitted);
  expect(ask({ signed: [new TextEncoder().encode("text")] })).toEqual(admitted);
  expect(ask({ signed: ["other"] })).toEqual({ refused: 3025 });
  expect(ask({ signed: [] })).toEqual({ refused: 3025 });
  expect(ask({ signature: hmacMd5("another", "text") })).toEqual({ refused: 3025 });
});

it("knows no key that is not there, whatever is signed with what", () => {
  const { ask } = openKeys();
  expect(ask({ apiKey: "none" })).toEqual({ refused: 3012 });
  expect(ask({ apiKey: "none", signature: hmacMd5("decoy", "text") })).toEqual({ refused: 3012 });
});

it("tells the owner of a revoked key that he has none any more, and nobody else", () => {
  const { host, ask, open } = openKeys();
  open("second");
  host.apply({ kind: "revoke-key", account, apiKey: "key" });
  expect(ask()).toEqual({ refused: 3012 });
  host.apply({ kind: "revoke-key", account, apiKey: "second" });
  expect(ask()).toEqual({ refused: 3027 });
  expect(ask({ signature: "none" })).toEqual({ refused: 3012 });
});

it("lets a key be used from its addresses alone, where it has some", () => {
  const { ask } = openKeys(undefined, ["127.0.0.1"]);
  expect(ask()).toEqual(admitted);
  expect(ask({ address: "127.0.0.1" })).toEqual(admitted);
  expect(ask({ address: "127.0.0.2" })).toEqual({ refused: 3026 });
  expect(ask({ address: "127.0.0.2", signature: "none" })).toEqual({ refused: 3025 });
  expect(openKeys().ask({ address: "127.0.0.2" })).toEqual(admitted);
});

it.each<[ApiKeyRecord["permissions"], readonly KeyClaim["permission"][]]>([
  [["read"], ["none", "read"]],
  [["trade"], ["none", "trade", "transfer"]],
  [["withdraw"], ["none", "withdraw"]],
  [[], ["none"]],
])("lets a key that may %j do %j", (permissions, allowed) => {
  const { ask } = openKeys(permissions);
  const all: readonly KeyClaim["permission"][] = ["none", "read", "trade", "transfer", "withdraw"];
  expect(all.filter((permission) => "userId" in (ask({ permission }) as object))).toEqual(allowed);
  expect(all.filter((permission) => (ask({ permission }) as { refused?: number }).refused === 3024)).toEqual(
    all.filter((permission) => !allowed.includes(permission)),
  );
});

it("finds the demo account's key by its being the first", () => {
  const { host, open } = openKeys();
  open("second");
  expect(findDemoAccount(host.exchange.state)).toEqual({ apiKey: "key", apiSecret: "secret", userId: account });
  expect(findDemoAccount(openHost(["4BTC_USDT"]).host.exchange.state)).toBeUndefined();
  expect(makeDemoAccount(seededKeys(1))).toEqual({ ...seededKeys(1)("demo account"), userId: 100_001 });
});
