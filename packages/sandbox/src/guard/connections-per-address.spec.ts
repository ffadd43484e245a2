import { expect, it } from "vitest";
import { ConnectionsPerAddress } from "./connections-per-address.js";

it("counts each address alone: one too many is told so, and one that goes makes room for one", () => {
  const connections = new ConnectionsPerAddress(2);
  const entered = (address: string): boolean => connections.enter(address);
  expect([entered("a"), entered("a"), entered("a"), entered("b")]).toEqual([true, true, false, true]);
  connections.leave("a");
  expect(entered("a")).toBe(false);
  connections.leave("a");
  connections.leave("a");
  expect([entered("a"), entered("a")]).toEqual([true, false]);
});

it("owes an address nothing whose connections have all gone", () => {
  const connections = new ConnectionsPerAddress(1);
  connections.enter("a");
  connections.leave("a");
  connections.leave("a");
  expect([connections.enter("a"), connections.enter("a")]).toEqual([true, false]);
});
