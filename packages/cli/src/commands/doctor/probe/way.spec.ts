import { expect, it } from "vitest";
import { FailedStep } from "./failed-step.js";
import { proxyPlace, wayTo } from "./way.js";

const far = "https://venue.test";
const proxy = { HTTPS_PROXY: "http://user:word@proxy.test:3128" };

it("a way is taken apart, and why a step failed is said in one word", () => {
  const way = (address: string, environment = {}) => {
    const { host, port, isSecure, proxy: by } = wayTo(address, environment);
    return [host, port, isSecure, by?.href];
  };
  expect([
    way("http://a.test"),
    way("https://a.test/x"),
    way("ws://[::1]:9"),
    way("wss://a.test:8443"),
    way(far, proxy),
    way(far, { https_proxy: "proxy.test:1" }),
    way(far, { ...proxy, NO_PROXY: "venue.test" }),
  ]).toEqual([
    ["a.test", 80, false, undefined],
    ["a.test", 443, true, undefined],
    ["::1", 9, false, undefined],
    ["a.test", 8443, true, undefined],
    ["venue.test", 443, true, "http://user:word@proxy.test:3128/"],
    ["venue.test", 443, true, "http://proxy.test:1/"],
    ["venue.test", 443, true, undefined],
  ]);
  expect(["http://p.test", "https://p.test", "http://[::1]:5"].map((text) => proxyPlace(new URL(text)))).toEqual([
    { host: "p.test", port: 80 },
    { host: "p.test", port: 443 },
    { host: "::1", port: 5 },
  ]);
  const word = (cause: unknown) => new FailedStep("tls", cause).cause;
  expect([
    word("HTTP 407"),
    word({ code: "EPROTO", message: "m" }),
    word({ message: "m" }),
    word({}),
    word({ errors: [{ code: "ENOTFOUND" }, { code: "X" }], message: "m" }),
  ]).toEqual(["HTTP 407", "EPROTO", "m", "unknown", "ENOTFOUND"]);
  expect(new FailedStep("dns", "x")).toMatchObject({ message: "dns: x", name: "FailedStep", step: "dns" });
});
