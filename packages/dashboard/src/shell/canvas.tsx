import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { colours, theme } from "../data/settings.js";

/** What is drawn on: a context in CSS pixels. */
export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** A colour of the theme by its name. */
  readonly colour: (name: string) => string;
}

/** How a canvas is made. */
export interface CanvasProps {
  /** Draws; called with every change of a signal that it reads, once a frame at most, and only while it can be seen. */
  readonly draw: (surface: Surface) => void;
  readonly label: string;
  readonly class?: string;
  readonly onPick?: (x: number, y: number) => void;
  readonly onHover?: (place: { readonly x: number; readonly y: number } | undefined) => void;
}

/** The theme's colours, read once for each theme. */
function colourReader(): (name: string) => string {
  const styles = getComputedStyle(document.documentElement);
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) {
      return before;
    }
    const value = styles.getPropertyValue(`--${name}`).trim();
    known.set(name, value);
    return value;
  };
}

/** Keeps a canvas drawn. Returns what ends it. */
function keepDrawn(canvas: HTMLCanvasElement, draw: { readonly current: CanvasProps["draw"] }): () => void {
  let colour = colourReader();
  let look = "";
  let frame = 0;
  let isSeen = true;
  let isDue = true;
  let unfollow = (): void => undefined;
  const paint = (): void => {
    frame = 0;
    const { width, height } = canvas.getBoundingClientRect();
    const context = canvas.getContext("2d");
    if (!isSeen || context === null || width === 0 || height === 0) {
      isDue = true;
      return;
    }
    isDue = false;
    const ratio = devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    unfollow();
    let isFirst = true;
    unfollow = effect(() => {
      if (isFirst) {
        isFirst = false;
        const next = `${theme.value} ${colours.value} ${document.documentElement.dataset["theme"]}`;
        colour = next === look ? colour : colourReader();
        look = next;
        draw.current({ context, width, height, colour });
      } else {
        ask();
      }
    });
  };
  const ask = (): void => {
    frame ||= requestAnimationFrame(paint);
  };
  const sizes = new ResizeObserver(ask);
  sizes.observe(canvas);
  const sight = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    if (isSeen && isDue) {
      ask();
    }
  });
  sight.observe(canvas);
  ask();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    sight.disconnect();
    unfollow();
  };
}

/** A canvas that is drawn anew when what it shows changes. */
export function Canvas({ draw, label, class: name = "canvas", onPick, onHover }: CanvasProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => (canvas.current === null ? undefined : keepDrawn(canvas.current, latest)), []);
  const placeOf = (event: MouseEvent): { x: number; y: number } => ({ x: event.offsetX, y: event.offsetY });
  return (
    <canvas
      ref={canvas}
      class={name}
      role="img"
      aria-label={label}
      onClick={(event) => onPick?.(event.offsetX, event.offsetY)}
      onPointerMove={(event) => onHover?.(placeOf(event))}
      onPointerLeave={() => onHover?.(undefined)}
    />
  );
}
