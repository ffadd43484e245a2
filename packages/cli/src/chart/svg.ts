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

/** A whole picture. */
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
  return `${element("svg", attributes, [element("title", {}, escaped(title)), background, ...content].join("\n"))}\n`;
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
