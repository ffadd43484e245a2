import { describe, expect, it } from "vitest";
import { type GuardOptions, guardSettingsOf, openGuardSettingsOf } from "./guard-options.js";

const token = "a-token-that-nobody-guesses";

const origins = "origins without path, such as http://localhost:3000; neither null nor *";
const names = "names without port, such as devbox.test";

describe("options", () => {
  it.each<[string, GuardOptions, string, string | RegExp]>([
    [
      "beyond loopback without a token",
      { bind: "0.0.0.0", allowHosts: ["devbox.test"] },
      "bind",
      "a loopback address where no token is wanted",
    ],
    ["a name of the machine without a token", { bind: "devbox", allowHosts: ["devbox"] }, "bind", /loopback/],
    [
      "beyond loopback without a name",
      { bind: "0.0.0.0", token },
      "allowHosts",
      "the name that others call this computer by, where bind goes beyond loopback",
    ],
    ["a short token", { token: "short" }, "token", /16/],
    ["an origin that is none", { token, allowOrigins: ["*"] }, "allowOrigins", origins],
    ["an origin with a path", { token, allowOrigins: ["http://a.test/x"] }, "allowOrigins", origins],
    ["a name that is none", { token, allowHosts: ["a b"] }, "allowHosts", names],
    ["no connection", { maxConnections: 0 }, "maxConnections", "an integer from 1"],
    ["half a connection", { maxConnections: 1.5 }, "maxConnections", "an integer from 1"],
  ])("%s: refused", (_, options, option, rule) => {
    expect(() => guardSettingsOf(options)).toThrow(
      expect.objectContaining({
        details: { option, rule: typeof rule === "string" ? rule : expect.stringMatching(rule) },
      }),
    );
  });

  it("have usual values: loopback alone, and everybody there", () => {
    const { bind, policy, maxConnections } = guardSettingsOf({});
    expect({ bind, maxConnections }).toEqual({ bind: "127.0.0.1", maxConnections: 500 });
    expect(policy).toEqual({ ownHosts: new Set(["127.0.0.1"]), allowedOrigins: new Set(), isToken: undefined });
    for (const local of ["localhost", "::1", "127.0.0.7"]) {
      expect(guardSettingsOf({ bind: local }).bind).toBe(local);
    }
  });

  it("name who may ask beyond loopback; an address that stands for all is the name of none", () => {
    const all = guardSettingsOf({
      bind: "0.0.0.0",
      token,
      allowHosts: ["Devbox.test"],
      allowOrigins: ["http://A.test"],
    });
    expect(all.policy.ownHosts).toEqual(new Set(["devbox.test"]));
    expect(all.policy.allowedOrigins).toEqual(new Set(["http://a.test:80"]));
    expect([all.policy.isToken?.(token), all.policy.isToken?.("another-that-nobody-guesses")]).toEqual([true, false]);
    const one = guardSettingsOf({ bind: "192.0.2.7", token, allowHosts: ["devbox.test"], maxConnections: 3 });
    expect(one.policy.ownHosts).toEqual(new Set(["192.0.2.7", "devbox.test"]));
    expect(one.maxConnections).toBe(3);
    expect(guardSettingsOf({ bind: "::", token, allowHosts: ["devbox.test"] }).policy.ownHosts).toEqual(
      new Set(["devbox.test"]),
    );
  });

  it("want no token of a program that shows what everybody may read, and still the name of its computer", () => {
    const shown = openGuardSettingsOf({ program: "desk", bind: "0.0.0.0", allowHosts: ["devbox.test"] });
    expect(shown.policy).toMatchObject({ program: "desk", isToken: undefined });
    expect(() => openGuardSettingsOf({ program: "desk", bind: "0.0.0.0" })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option: "allowHosts" }) }),
    );
  });
});
