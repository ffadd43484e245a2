/** Between groups of three digits: a thin space at which no line is broken. */
const thinSpace = "\u202f";

/** What stands where nothing is known. */
export const unknownText = "–";

/**
 * A decimal for the eye: groups of three before the point, zeros at the end up to `scale` decimals. No digit is ever left out or changed.
 */
export function grouped(text: string, scale = 0): string {
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "") {
    return text;
  }
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, thinSpace);
  const decimals = fraction.padEnd(scale, "0");
  return `${sign === "-" ? "\u2212" : sign}${groups}${decimals === "" ? "" : `.${decimals}`}`;
}

/** Decimals that are shown of a sum, after the zeros that it begins with. */
const sumDecimals = 4;

/** A sum that was reckoned, for the eye: beyond the fourth decimal that counts it is cut off, and says so. Hovering shows all. */
export function sumText(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const zeros = /^[+-]?0$/.test(whole) ? fraction.search(/[^0]|$/) : 0;
  const kept = fraction.slice(0, zeros + sumDecimals);
  return kept.length < fraction.length ? `${grouped(`${whole}.${kept}`)}…` : grouped(text);
}

/** A decimal with its sign, always. */
export function signed(text: string, scale = 0): string {
  return /^-|^\+|^0(?:\.0+)?$/.test(text) ? grouped(text, scale) : `+${grouped(text, scale)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** The time of the day in the local zone: `18:02:11`. */
export function clockText(epochMs: number): string {
  const at = new Date(epochMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Day and time in the local zone. */
export function dateText(epochMs: number): string {
  const at = new Date(epochMs);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockText(epochMs)}`;
}

/** What hovering over a time shows: the exact moment, and epoch milliseconds. */
export function exactTime(epochMs: number): string {
  return `${dateText(epochMs)}.${String(epochMs % 1_000).padStart(3, "0")} ${zoneName()} · ${epochMs}`;
}

/** Asked for once: it takes longer than all the rest of a row. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of the local zone. */
export function zoneName(): string {
  return zone;
}

const units = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;

/** How long something took, in its largest unit: `4 s`, `3 min`. */
export function spanText(spanMs: number): string {
  const [size, name] = units.find(([unitMs]) => spanMs >= unitMs) ?? [1, "ms"];
  return `${Math.floor(Math.max(0, spanMs) / size)}${thinSpace}${name}`;
}

/** A pair for the eye: `BTC/USDT` of `4BTC_USDT`, whose digit says which market it is of. */
export function pairText(pair: string): string {
  return pair.replace(/^\d/, "").replace("_", "/");
}

/** The coin that is traded, and the one that prices it. */
export function coinsOf(pair: string): readonly [coin: string, pricing: string] {
  const [coin = "", pricing = ""] = pair.replace(/^\d/, "").split("_");
  return [coin, pricing];
}
