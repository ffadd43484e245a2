import { describe, expect, it } from "vitest";
import { type GuardOptions, guardSettingsOf } from "./guard-options.js";

const token = "a-token-that-nobody-guesses";

describe("options", () => {
  it.each<[string, GuardOptions, string]>([
    ["beyond loopback without a token", { bind: "0.0.0.0", allowHosts: ["devbox.test"] }, "bind"],
    ["beyond loopback without a name", { bind: "0.0.0.0", token }, "allowHosts"],
    ["a short token", { token: "short" }, "token"],
    ["an origin that is none", { token, allowOrigins: ["*"] }, "allowOrigins"],
    ["a name that is none", { token, allowHosts: ["a b"] }, "allowHosts"],
  ])("%s: refused", (_, options, option) => {
    expect(() => guardSettingsOf(options)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option }) }),
    );
  });
});
