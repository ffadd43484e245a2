import { afterAll, expect, it, vi } from "vitest";

afterAll(() => {
  vi.resetModules();
});

/** The value of every signal that a module of the page has. */
function valuesOf(module: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(module).flatMap(([name, one]) =>
      typeof one === "object" && one !== null && "peek" in one ? [[name, (one as { peek: () => unknown }).peek()]] : [],
    ),
  );
}

it("a page that was just opened knows nothing, and has nothing open", async () => {
  vi.useFakeTimers({ now: 7_000 });
  vi.resetModules();
  const modules = await Promise.all([
    import("../data/desk.js"),
    import("../data/actions.js"),
    import("../data/reference.js"),
    import("../keys/overlays.js"),
    import("./announcements.js"),
    import("../charts/candle-data.js"),
    import("../charts/history.js"),
  ]);
  const none = { seconds: [], values: [] };
  expect(modules.map(valuesOf)).toEqual([
    {
      link: { kind: "connecting", sinceMs: 7_000 },
      status: undefined,
      account: undefined,
      book: undefined,
      trades: [],
      happenings: [],
      fills: [],
      missed: { counted: 0, uncounted: 0 },
      nowMs: 7_000,
      isOnline: false,
      isVenueUp: false,
      whyReadOnly: undefined,
    },
    { haltReport: undefined, notice: undefined, cancelling: new Set() },
    { facts: new Map(), pairs: [], backings: new Map() },
    { overlay: "none", tab: "positions", view: "trade", shownRows: [], chosenKey: undefined },
    { polite: "", assertive: "" },
    { series: { pair: "", period: "", candles: [], checkedAtMs: 0 } },
    { lags: none, waiting: none, equity: none },
  ]);
});

it("its ticket is empty, and nothing was sent", async () => {
  vi.resetModules();
  const { side, type, quantity, price, takeProfit, stopLoss, phase, sent } = await import("../ticket/ticket-state.js");
  expect(valuesOf({ side, type, quantity, price, takeProfit, stopLoss, phase, sent })).toEqual({
    side: "open-long",
    type: "limit",
    quantity: "",
    price: "",
    takeProfit: "",
    stopLoss: "",
    phase: "writing",
    sent: [],
  });
});
