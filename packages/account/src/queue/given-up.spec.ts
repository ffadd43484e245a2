import { AbortListeners } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { abortedBy, giveUpBy } from "./given-up.js";

test("without a signal nothing is given up", () => {
  expect(giveUpBy(undefined, new AbortListeners())).toBeUndefined();
});

test("who follows a signal hears of its end once, with its reason as the cause; who left does not", () => {
  const controller = new AbortController();
  const giveUp = giveUpBy(controller.signal, new AbortListeners());
  const heard: unknown[] = [];
  giveUp?.follow((error) => heard.push(error));
  const leave = giveUp?.follow(() => heard.push("left before"));
  leave?.();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ code: "aborted", cause: reason });
});

test("what has no signal is aborted without a cause", () => {
  const error = abortedBy(undefined);
  expect([error.code, error.cause]).toEqual(["aborted", undefined]);
});
