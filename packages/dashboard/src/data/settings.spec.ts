import { afterAll, expect, it, vi } from "vitest";

/** Where the page keeps its settings. */
const place = "depthwire-dashboard";

afterAll(() => {
  vi.resetModules();
});

/** A page that begins in a browser which has kept these settings. */
async function begin(kept: Storage | undefined, isDark = false) {
  const dataset: Record<string, string> = {};
  const system = Object.assign(new EventTarget(), { matches: isDark });
  const asked: string[] = [];
  vi.resetModules();
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("document", { documentElement: { dataset } });
  vi.stubGlobal("matchMedia", (query: string) => {
    asked.push(query);
    return system;
  });
  return { dataset, system, asked, settings: await import("./settings.js") };
}

type Kept = Map<string, string>;

function storage(kept: Kept): Storage {
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  } as unknown as Storage;
}

const usual = {
  theme: "system",
  colours: "green-red",
  pair: "",
  period: "1min",
  group: 1,
  maxOrderValue: "10000",
  sizes: {},
};

it.each([
  ["nothing was kept", storage(new Map())],
  ["storage is barred", undefined],
  ["something else was kept there", storage(new Map([[place, "<none>"]]))],
])("the usual settings hold where %s", async (_, kept) => {
  const { settings } = await begin(kept);
  const { theme, colours, pair, period, group, maxOrderValue, sizes } = settings;
  const held = { theme, colours, pair, period, group, maxOrderValue, sizes };
  expect(Object.fromEntries(Object.entries(held).map(([name, { value }]) => [name, value]))).toEqual(usual);
});

it("what was kept holds, and every change is kept", async () => {
  const kept: Kept = new Map([[place, '{"theme":"dark","pair":"4ETH_USDT","sizes":{"tables":200}}']]);
  const { settings, dataset } = await begin(storage(kept));
  const held = { ...usual, theme: "dark", pair: "4ETH_USDT", sizes: { tables: 200 } };
  settings.followSettings();
  expect(JSON.parse(kept.get(place) ?? "")).toEqual(held);
  expect(dataset).toEqual({ theme: "dark", colours: "green-red" });
  settings.colours.value = "neutral";
  settings.theme.value = "light";
  settings.group.value = 10;
  settings.maxOrderValue.value = "5";
  settings.period.value = "day";
  expect(JSON.parse(kept.get(place) ?? "")).toEqual({
    ...held,
    theme: "light",
    colours: "neutral",
    group: 10,
    maxOrderValue: "5",
    period: "day",
  });
  expect(dataset).toEqual({ theme: "light", colours: "neutral" });
});

it("the system's theme is followed while it is the one that is wanted", async () => {
  const { settings, dataset, system, asked } = await begin(storage(new Map()), true);
  settings.followSettings();
  expect([asked, dataset["theme"]]).toEqual([["(prefers-color-scheme: dark)"], "dark"]);
  system.matches = false;
  system.dispatchEvent(new Event("change"));
  expect(dataset["theme"]).toBe("light");
  settings.theme.value = "dark";
  expect(dataset["theme"]).toBe("dark");
});

it("a page whose settings cannot be kept works with them", async () => {
  const barred = { getItem: () => null } as unknown as Storage;
  const { settings, dataset } = await begin(barred);
  settings.followSettings();
  settings.theme.value = "dark";
  expect(dataset["theme"]).toBe("dark");
});
