import { beforeEach, expect, it } from "vitest";
import { emptyPage } from "../spec-support/desk-scene.js";
import { announce, assertive, polite } from "./announcements.js";

beforeEach(emptyPage);

it("what is said when there is time, and what is said at once, do not disturb each other", () => {
  announce("Order taken", "polite");
  expect([polite.value, assertive.value]).toEqual(["Order taken", ""]);
  announce("HALT asked for", "assertive");
  expect([polite.value, assertive.value]).toEqual(["Order taken", "HALT asked for"]);
});
