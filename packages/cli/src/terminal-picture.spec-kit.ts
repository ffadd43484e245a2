import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import type { IBufferCell, Terminal } from "@xterm/headless";

/** Width and height of a character cell, in units of the picture. */
const cell = { width: 8.4, height: 18 };
const fontSize = 14;
const margin = 10;
/** Within a cell, from its top to the line on which letters stand. */
const baseline = 13.5;

const background = "#0d1117";
const foreground = "#d0d7de";

/** The sixteen colours that a terminal names; those behind them are computed. */
const named: readonly string[] = [
  ..."484f58 ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf b1bac4".split(" "),
  ..."6e7681 ffa198 56d364 e3b341 79c0ff d2a8ff 56d4dd ffffff".split(" "),
].map((digits) => `#${digits}`);

/** What the screen shows as SVG. */
export function screenPicture(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const parts: string[] = [];
  for (let row = 0; row < terminal.rows; row++) {
    const line = active.getLine(active.baseY + row);
    for (let column = 0; column < terminal.cols; column++) {
      const found = line?.getCell(column);
      if (found !== undefined && found.getWidth() > 0) {
        parts.push(...drawCell(found, margin + column * cell.width, margin + row * cell.height));
      }
    }
  }
  const width = terminal.cols * cell.width + 2 * margin;
  const height = terminal.rows * cell.height + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans Mono, monospace" font-size="${fontSize}">`,
    `<rect width="100%" height="100%" fill="${background}"/>`,
    ...parts,
    "</svg>",
  ].join("\n");
}

/** Each character stands for itself: fonts disagree about the width of many. */
function drawCell(shown: IBufferCell, x: number, y: number): string[] {
  const isInverse = shown.isInverse() !== 0;
  const colours = [colourOf(shown, "front") ?? foreground, colourOf(shown, "back")] as const;
  const [front, back] = isInverse ? [colours[1] ?? background, colours[0]] : colours;
  const parts: string[] = [];
  if (back !== undefined) {
    const { width, height } = cell;
    parts.push(`<rect x="${x}" y="${y}" width="${width * shown.getWidth() + 0.2}" height="${height}" fill="${back}"/>`);
  }
  const text = shown.getChars();
  if (text.trim() !== "") {
    const weight = shown.isBold() ? ' font-weight="bold"' : "";
    const opacity = shown.isDim() ? ' opacity="0.6"' : "";
    parts.push(`<text x="${x}" y="${y + baseline}" fill="${front}"${weight}${opacity}>${escapeXml(text)}</text>`);
  }
  return parts;
}

function colourOf(shown: IBufferCell, ground: "front" | "back"): string | undefined {
  const isFront = ground === "front";
  const colour = isFront ? shown.getFgColor() : shown.getBgColor();
  if (isFront ? shown.isFgDefault() : shown.isBgDefault()) {
    return undefined;
  }
  return (isFront ? shown.isFgRGB() : shown.isBgRGB())
    ? `#${colour.toString(16).padStart(6, "0")}`
    : paletteColour(colour);
}

/** The 256 colours of xterm: named ones, a cube of six steps, greys. */
function paletteColour(index: number): string {
  const cubeStart = 16;
  const greyStart = 232;
  const step = (level: number): number => (level === 0 ? 0 : 55 + 40 * level);
  if (index < cubeStart) {
    return named[index] ?? foreground;
  }
  if (index >= greyStart) {
    const grey = 8 + 10 * (index - greyStart);
    return `rgb(${grey},${grey},${grey})`;
  }
  const place = index - cubeStart;
  return `rgb(${step(Math.floor(place / 36))},${step(Math.floor(place / 6) % 6)},${step(place % 6)})`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Puts a picture where a person looks at it: the directory that `TERMINAL_PICTURES` names. Without it nothing is written. */
export function keepPicture(name: string, svg: string): void {
  const directory = process.env["TERMINAL_PICTURES"];
  if (directory !== undefined) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${name}.png`), new Resvg(svg).render().asPng());
  }
}
