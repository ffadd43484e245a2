import { type Signal, signal } from "@preact/signals";

/** What the page looks like now. */
export const theme: Signal<"dark" | "light"> = signal("dark");

/** Looks as the system does, until somebody chooses. */
export function followTheme(): void {
  const systemLight = matchMedia("(prefers-color-scheme: light)");
  const follow = (): void => setTheme(systemLight.matches ? "light" : "dark");
  systemLight.addEventListener("change", follow);
  follow();
}

/** Puts a theme on the page. */
export function setTheme(next: "dark" | "light"): void {
  theme.value = next;
  document.documentElement.dataset["theme"] = next;
}
