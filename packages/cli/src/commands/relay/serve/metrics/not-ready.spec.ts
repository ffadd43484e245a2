import type { RelayInstanceStatus } from "@depthwire/relay";
import { expect, it } from "vitest";
import { quietStatus } from "../../quiet-status.spec-kit.js";
import { notReady } from "./not-ready.js";

it.each<[string, Partial<RelayInstanceStatus> | undefined, readonly string[]]>([
  ["nothing is there yet", undefined, ["start"]],
  ["it has not begun", { state: "starting" }, ["start"]],
  ["all is well", {}, []],
  ["its messages do not come back", { state: "cut-off" }, ["bus"]],
  ["the store of leases is away", { stores: { leases: "away", shared: "answers" } }, ["leases"]],
  ["both stores are away", { stores: { leases: "away", shared: "away" } }, ["leases", "plan"]],
  ["it ends", { state: "closing", stores: { leases: "away", shared: "away" } }, ["end"]],
])("where %s, that is what keeps it from being ready", (_, status, what) => {
  expect(notReady(status && { ...quietStatus, ...status }).map((one) => one.what)).toEqual(what);
});
