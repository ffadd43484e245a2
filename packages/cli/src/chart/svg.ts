/** Colours of a chart: told apart by those who confuse red and green, and on paper. */
export const palette: readonly string[] = ["#1f6feb", "#d9730d", "#6b4fbb", "#0f8b8d", "#b5446e", "#5c6b1e"];

/** Colours with a meaning. */
export const colours = {
  background: "#ffffff",
  text: "#1f2328",
  quiet: "#656d76",
  grid: "#e4e8ec",
  axis: "#afb8c1",
  good: "#2a9d5c",
  bad: "#d1242f",
  bid: "#2a9d5c",
  ask: "#d1453b",
} as const;

/** What the colours above become where the reader's system is dark. Renderers that know no media queries draw them as they are. */
const darkColours: Readonly<Record<string, string>> = {
  [colours.background]: "#12161c",
  [colours.text]: "#e2e7ed",
  [colours.quiet]: "#9aa5b1",
  [colours.grid]: "#2a313a",
  [colours.axis]: "#56616d",
  [colours.good]: "#3fbf75",
  [colours.bad]: "#ff6b6b",
  [colours.ask]: "#f0746b",
  "#1f6feb": "#58a1ff",
  "#d9730d": "#f0983f",
  "#6b4fbb": "#a68cf0",
  "#0f8b8d": "#35b9bb",
  "#b5446e": "#e87fa6",
  "#5c6b1e": "#a9bc55",
};

const darkRules = Object.entries(darkColours)
  .map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
  .join("");

const family = "DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif";

/** What stands between `<` and `>` of a shape. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element. Texts in it are escaped. */
export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : escaped(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** How a text stands. */
export interface TextStyle {
  readonly size?: number;
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly weight?: "bold";
  /** Degrees about its place. */
  readonly rotate?: number;
}

/** A text. */
export function text(x: number, y: number, words: string, style: TextStyle = {}): string {
  const { size = 12, fill = colours.text, anchor, weight, rotate } = style;
  const transform = rotate === undefined ? undefined : `rotate(${rotate} ${short(x)} ${short(y)})`;
  const attributes = { x, y, "font-size": size, fill, "text-anchor": anchor, "font-weight": weight, transform };
  return element("text", attributes, escaped(words));
}

/** A whole picture, for light and dark systems. */
export function picture(width: number, height: number, title: string, content: readonly string[]): string {
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "font-family": family,
  };
  const background = element("rect", { width, height, fill: colours.background });
  const style = element("style", {}, `@media (prefers-color-scheme: dark){${darkRules}}`);
  const parts = [element("title", {}, escaped(title)), style, background, ...content];
  return `${element("svg", attributes, parts.join("\n"))}\n`;
}

/** A place in a picture. */
export type Point = readonly [x: number, y: number];

/** Points joined by straight lines. */
export function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
