import { beforeEach, expect, it, vi } from "vitest";
import { emptyPage } from "../spec-support/desk-scene.js";
import {
  chosenKey,
  moveChoice,
  openFlatten,
  openPalette,
  openTab,
  openView,
  overlay,
  shownRows,
  tab,
  tabNames,
  view,
} from "./overlays.js";

beforeEach(emptyPage);

it("opens what lies above the desk", () => {
  openPalette("all");
  expect(overlay.value).toBe("palette");
  openPalette("pairs");
  expect(overlay.value).toBe("pairs");
  openFlatten();
  expect(overlay.value).toBe("flatten");
});

it("a tab that is opened is shown on a narrow page too, with no row chosen", () => {
  chosenKey.value = "a";
  openTab("fills");
  expect([tab.value, view.value, chosenKey.value]).toEqual(["fills", "tables", undefined]);
  expect(tabNames).toEqual(["positions", "orders", "plans", "fills", "balances", "events", "health"]);
});

it("a part of a narrow page is shown from its top", () => {
  const scrolled: number[][] = [];
  vi.stubGlobal("document", {
    querySelector: (name: string) => (name === ".grid" ? { scrollTo: (...to: number[]) => scrolled.push(to) } : null),
  });
  openView("chart");
  expect([view.value, scrolled]).toEqual(["chart", [[0, 0]]]);
  vi.stubGlobal("document", { querySelector: () => null });
  openView("pairs");
  expect(view.value).toBe("pairs");
});

it("the choice moves row by row and stays on the table; from nothing it begins at the near end", () => {
  shownRows.value = ["a", "b", "c"].map((key) => ({ key, cancel: undefined }));
  const moved = (...steps: number[]): readonly (string | undefined)[] =>
    steps.map((by) => {
      moveChoice(by);
      return chosenKey.value;
    });
  expect(moved(1, 1, 1, 1)).toEqual(["a", "b", "c", "c"]);
  expect(moved(-1, -1, -1)).toEqual(["b", "a", "a"]);
  chosenKey.value = "gone";
  expect(moved(-1)).toEqual(["c"]);
  chosenKey.value = undefined;
  expect(moved(1)).toEqual(["a"]);
  shownRows.value = [];
  expect(moved(1, -1)).toEqual([undefined, undefined]);
});
