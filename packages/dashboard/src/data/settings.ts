import { effect, type Signal, signal } from "@preact/signals";

/** What the page remembers in the browser. Nothing of it is secret. */
interface Settings {
  readonly theme: "system" | "dark" | "light";
  readonly colours: "green-red" | "red-green" | "neutral";
  readonly pair: string;
  readonly period: string;
  readonly group: number;
  readonly maxOrderValue: string;
  readonly sizes: Readonly<Record<string, number>>;
}

const usual: Settings = {
  theme: "system",
  colours: "green-red",
  pair: "",
  period: "1min",
  group: 1,
  maxOrderValue: "10000",
  sizes: {},
};

const place = "depthwire-dashboard";

function kept(): Settings {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Settings>) };
  } catch {
    // Storage may be barred, or hold something else.
    return usual;
  }
}

const start: Settings = kept();

/** Dark, light, or as the system has it. */
export const theme: Signal<Settings["theme"]> = signal(start.theme);
/** Which hues buy and sell have. */
export const colours: Signal<Settings["colours"]> = signal(start.colours);
/** The pair that is looked at. */
export const pair: Signal<string> = signal(start.pair);
/** How long a candle lasts. */
export const period: Signal<string> = signal(start.period);
/** So many steps of price are one row of the ladder. */
export const group: Signal<number> = signal(start.group);
/** Largest value of one order that the ticket sends, in the pricing coin. */
export const maxOrderValue: Signal<string> = signal(start.maxOrderValue);
/** Sizes of panels in pixels, by name, where they were moved. */
export const sizes: Signal<Settings["sizes"]> = signal(start.sizes);

/** Keeps the settings from now on, and puts them on the page. */
export function followSettings(): void {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isSystemDark = signal(systemDark.matches);
  systemDark.addEventListener("change", () => {
    isSystemDark.value = systemDark.matches;
  });
  effect(() => {
    const { dataset } = document.documentElement;
    dataset["theme"] = theme.value === "system" ? (isSystemDark.value ? "dark" : "light") : theme.value;
    dataset["colours"] = colours.value;
  });
  effect(() => {
    const all: Settings = {
      theme: theme.value,
      colours: colours.value,
      pair: pair.value,
      period: period.value,
      group: group.value,
      maxOrderValue: maxOrderValue.value,
      sizes: sizes.value,
    };
    try {
      localStorage.setItem(place, JSON.stringify(all));
    } catch {
      // It is forgotten then.
    }
  });
}
