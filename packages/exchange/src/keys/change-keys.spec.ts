import { describe, expect, it } from "vitest";
import type { ChangeAccount, OpenKey } from "../command/command.js";
import { refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { type ApiKeyRecord, keyPermissions, maxAddressesOfKey, maxKeysOfAccount } from "./api-key.js";
import { hasKey, keysOf } from "./change-keys.js";

const [a, b] = [1001, 1002];
const refusal = (command: string, reason: string) => [{ kind: "command-refused", command, account: a, reason }];

function open(venue: VenueKit, apiKey: string, extra: Partial<OpenKey> = {}) {
  const base = { kind: "open-key", account: a, apiSecret: `secret of ${apiKey}`, permissions: ["read"] } as const;
  return venue.apply({ ...base, apiKey, addresses: [], ...extra });
}

const revoke = (venue: VenueKit, apiKey: string, account = a) => venue.apply({ kind: "revoke-key", account, apiKey });

function change(venue: VenueKit, keys: Partial<ChangeAccount>): string | undefined {
  const base = { kind: "change-account", account: a, credits: [], revokeKeys: [], openKeys: [] } as const;
  return refusalOf(venue.apply({ ...base, ...keys }));
}

const newKey = (apiKey: string) => ({ apiKey, apiSecret: "s", permissions: ["trade"], addresses: [] }) as const;

function stateOf(venue: VenueKit, account = a): readonly [readonly string[], boolean] {
  const { state } = venue.exchange;
  return [
    keysOf(state, account).map(({ apiKey, revoked }) => `${apiKey}${revoked ? " revoked" : ""}`),
    hasKey(state, account),
  ];
}

/** An account with as many keys as it may have. */
function full(): VenueKit {
  const venue = new VenueKit();
  for (let i = 1; i <= 10; i++) {
    expect(open(venue, `k${i}`)).toEqual([]);
  }
  return venue;
}

describe("a key", () => {
  it("is its owner's, with all that was said of it, and opens his account", () => {
    const venue = new VenueKit();
    expect(open(venue, "k", { permissions: ["read", "withdraw"], addresses: ["10.0.0.1"] })).toEqual([]);
    const { state } = venue.exchange;
    expect(keysOf(state, a)).toEqual<readonly ApiKeyRecord[]>([
      {
        account: a,
        apiKey: "k",
        apiSecret: "secret of k",
        permissions: ["read", "withdraw"],
        addresses: ["10.0.0.1"],
        revoked: false,
      },
    ]);
    expect(state.users.has(a)).toBe(true);
    expect(stateOf(venue, b)).toEqual([[], false]);
  });

  it("that was taken away is remembered and counts as none", () => {
    const venue = new VenueKit();
    open(venue, "k");
    expect(stateOf(venue)).toEqual([["k"], true]);
    expect(revoke(venue, "k")).toEqual([{ kind: "key-revoked", account: a, apiKey: "k" }]);
    expect(stateOf(venue)).toEqual([["k revoked"], false]);
    open(venue, "l");
    expect(stateOf(venue)).toEqual([["k revoked", "l"], true]);
  });

  it("is taken away once, and by its owner's command alone", () => {
    const venue = new VenueKit();
    open(venue, "k");
    expect(revoke(venue, "unknown")).toEqual(refusal("revoke-key", "wrong-parameter"));
    expect(revoke(venue, "k", b)).toMatchObject([{ kind: "command-refused", account: b, reason: "wrong-parameter" }]);
    expect(stateOf(venue)).toEqual([["k"], true]);
    revoke(venue, "k");
    expect(revoke(venue, "k")).toEqual(refusal("revoke-key", "wrong-parameter"));
  });

  it("has a name that no other key has or had, whoever owns it", () => {
    const venue = new VenueKit();
    open(venue, "k");
    expect(open(venue, "k")).toEqual(refusal("open-key", "wrong-parameter"));
    expect(refusalOf(open(venue, "k", { account: b }))).toBe("wrong-parameter");
    revoke(venue, "k");
    expect(refusalOf(open(venue, "k"))).toBe("wrong-parameter");
    expect(stateOf(venue)).toEqual([["k revoked"], false]);
  });

  it("is bound to ten addresses at most", () => {
    const venue = new VenueKit();
    const addresses = Array.from({ length: 11 }, (_, i) => `10.0.0.${i}`);
    expect(open(venue, "k", { addresses })).toEqual(refusal("open-key", "too-many-addresses"));
    expect(stateOf(venue)).toEqual([[], false]);
    expect(open(venue, "k", { addresses: addresses.slice(1) })).toEqual([]);
    expect(maxAddressesOfKey).toBe(10);
  });

  it("may read, trade and withdraw", () => {
    expect(keyPermissions).toEqual(["read", "trade", "withdraw"]);
  });
});

describe("an account", () => {
  it("has ten keys at most, those apart that were taken away", () => {
    const venue = full();
    expect(maxKeysOfAccount).toBe(10);
    expect(open(venue, "k11")).toEqual(refusal("open-key", "too-many-keys"));
    expect(open(venue, "other", { account: b })).toEqual([]);
    revoke(venue, "k3");
    expect(open(venue, "k11")).toEqual([]);
    expect(refusalOf(open(venue, "k12"))).toBe("too-many-keys");
  });

  it("gets keys in the place of those that are taken away with the same command, and not one more", () => {
    const venue = full();
    const openKeys = [newKey("n1"), newKey("n2")];
    expect(change(venue, { revokeKeys: ["k1"], openKeys })).toBe("too-many-keys");
    expect(stateOf(venue)[0]).not.toContain("k1 revoked");
    expect(change(venue, { revokeKeys: ["k1", "k2"], openKeys })).toBeUndefined();
    const [keys] = stateOf(venue);
    expect(keys.filter((key) => key.endsWith("revoked"))).toEqual(["k1 revoked", "k2 revoked"]);
    expect(keys.slice(-2)).toEqual(["n1", "n2"]);
    expect(venue.events.filter(({ kind }) => kind === "key-revoked")).toHaveLength(2);
    expect(change(venue, { openKeys: [newKey("n3")] })).toBe("too-many-keys");
  });

  it.each<[string, Partial<ChangeAccount>]>([
    ["the same key twice", { openKeys: [newKey("n"), newKey("n")] }],
    ["a key that is there", { openKeys: [newKey("n"), newKey("k1")] }],
    ["a key that it gives up", { revokeKeys: ["k1"], openKeys: [newKey("k1")] }],
    ["one key to be taken away twice", { revokeKeys: ["k1", "k1"] }],
    ["one of two to be taken away that is not there", { revokeKeys: ["k1", "unknown"] }],
  ])("that asks for %s keeps what it has", (_, keys) => {
    const venue = new VenueKit();
    open(venue, "k1");
    expect(change(venue, keys)).toBe("wrong-parameter");
    expect(stateOf(venue)).toEqual([["k1"], true]);
  });
});
