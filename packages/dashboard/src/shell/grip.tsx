import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { sizes } from "../data/settings.js";

/** An edge of a panel that can be moved. */
export interface GripProps {
  /** The custom property that it sets, without dashes. */
  readonly name: string;
  readonly label: string;
  readonly direction: "across" | "along";
  readonly edge: "at-left" | "at-right" | "at-top";
}

const least = 120;
const keyStep = 16;

function sizeOf(name: string): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`));
}

function resize(name: string, size: number): void {
  const most = (name.startsWith("h") ? innerHeight : innerWidth) * 0.6;
  const bounded = Math.round(Math.min(Math.max(size, least), most));
  sizes.value = { ...sizes.value, [name]: bounded };
}

/** Puts the sizes that were chosen on the page. */
export function applySizes(): void {
  for (const [name, size] of Object.entries(sizes.value)) {
    document.documentElement.style.setProperty(`--${name}`, `${size}px`);
  }
}

/** A handle between panels: dragged, or moved by the arrow keys. */
export function Grip({ name, label, direction, edge }: GripProps): JSX.Element {
  const grows = edge === "at-right" ? 1 : -1;
  const value = sizes.value[name];
  useEffect(applySizes, [value]);
  const drag = (event: PointerEvent): void => {
    const target = event.currentTarget as HTMLElement;
    const [start, size] = [direction === "across" ? event.clientX : event.clientY, sizeOf(name)];
    target.setPointerCapture(event.pointerId);
    const done = new AbortController();
    const move = (moved: PointerEvent): void => {
      const at = direction === "across" ? moved.clientX : moved.clientY;
      resize(name, size + (at - start) * grows);
    };
    target.addEventListener("pointermove", move, { signal: done.signal });
    target.addEventListener("lostpointercapture", () => done.abort(), { once: true });
  };
  const keys = direction === "across" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  return (
    <button
      type="button"
      class={`grip ${direction} ${edge}`}
      aria-label={label}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const way = keys.indexOf(event.key);
        if (way >= 0) {
          event.preventDefault();
          resize(name, sizeOf(name) + (way === 1 ? keyStep : -keyStep) * grows);
        }
      }}
    />
  );
}
