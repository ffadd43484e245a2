import type { Surface } from "../shell/canvas.js";

/** What was drawn, in the colour that it was drawn in. */
export type Stroke =
  | { readonly rect: readonly number[]; readonly fill: string; readonly alpha: number }
  | {
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly fill: string;
      readonly font: string;
      readonly align: string;
      readonly baseline: string;
    }
  | { readonly path: readonly (readonly number[])[]; readonly fill: string };

/** A surface that notes what is drawn on it; a colour is its name. */
export function recordingSurface(width: number, height: number): { surface: Surface; strokes: readonly Stroke[] } {
  const strokes: Stroke[] = [];
  let path: number[][] = [];
  const context = {
    fillStyle: "",
    globalAlpha: 1,
    font: "",
    textAlign: "",
    textBaseline: "",
    fillRect: (...rect: number[]) => {
      strokes.push({ rect, fill: context.fillStyle, alpha: context.globalAlpha });
    },
    fillText: (text: string, x: number, y: number) => {
      const { fillStyle: fill, font, textAlign: align, textBaseline: baseline } = context;
      strokes.push({ text, x, y, fill, font, align, baseline });
    },
    beginPath: () => {
      path = [];
    },
    moveTo: (...point: number[]) => {
      path.push(point);
    },
    lineTo: (...point: number[]) => {
      path.push(point);
    },
    fill: () => {
      strokes.push({ path, fill: context.fillStyle });
    },
  };
  const surface = {
    context: context as unknown as CanvasRenderingContext2D,
    width,
    height,
    colour: (name: string) => name,
  };
  return { surface, strokes };
}
