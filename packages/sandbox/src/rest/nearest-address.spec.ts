import { expect, it } from "vitest";
import { type MethodAndPath, nearestAddress } from "./nearest-address.js";

const known: readonly MethodAndPath[] = [
  { method: "GET", path: "/v3/orders" },
  { method: "POST", path: "/v3/orders" },
  { method: "GET", path: "/v3/order/List" },
  { method: "GET", path: "/abc" },
];

const nearest = (path: string, method = "GET"): string => {
  const found = nearestAddress({ method, path }, known);
  return found === undefined ? "none" : `${found.method} ${found.path}`;
};

it.each([
  ["/v3/orders", "POST", "POST /v3/orders"],
  ["/v3/orders", "GET", "GET /v3/orders"],
  ["/v3/orders", "DELETE", "GET /v3/orders"],
  ["/v3/order", "GET", "GET /v3/orders"],
  ["/V3//ORDER/list/", "GET", "GET /v3/order/List"],
  ["/v3/order/lst", "POST", "GET /v3/order/List"],
  ["/bc", "GET", "GET /abc"],
  ["/abcd", "GET", "GET /abc"],
  ["/axc", "GET", "GET /abc"],
])("of %s by %s most likely meant: %s", (path, method, meant) => {
  expect(nearest(path, method)).toBe(meant);
});

it("has nothing for no path, for a very long one, and where nothing is known", () => {
  expect([nearest("/"), nearest(""), nearest(`/${"a".repeat(100)}`)]).toEqual(["none", "none", "none"]);
  expect(nearest(`/${"a".repeat(99)}`)).not.toBe("none");
  expect(nearestAddress({ method: "GET", path: "/abc" }, [])).toBeUndefined();
});
