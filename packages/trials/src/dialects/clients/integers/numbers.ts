/** An object of {@link lossless}: texts and big integers. */
export type Json = Readonly<Record<string, string | bigint>>;

/** JSON whose whole numbers all become big integers, also those that doubles cannot hold. */
export function lossless(source: string): { readonly [key: string]: unknown } {
  const marked = source.replace(/([[:,]\s*)(-?\d+)(?=\s*[,\]}])/g, '$1"\\u0001$2"');
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith("\u0001") ? BigInt(value.slice(1)) : value,
  );
}

/** JSON in which big integers stand bare. */
export function written(value: object): string {
  const marked = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `#${part}` : part));
  return marked.replace(/"#(\d+)"/g, "$1");
}

const digits = 18;
const one = 10n ** BigInt(digits);

/** A decimal as a whole number of 10^-18. */
export function fixed(source: string | bigint | undefined): bigint {
  const [whole = "0", part = ""] = String(source ?? "0")
    .replace("-", "")
    .split(".");
  const value = BigInt(whole) * one + BigInt(part.padEnd(digits, "0").slice(0, digits));
  return String(source).startsWith("-") ? -value : value;
}

export function show(value: bigint, places: number): string {
  const sign = value < 0n ? "-" : "";
  const text = String(magnitude(value)).padStart(digits + 1, "0");
  const part = text.slice(-digits).slice(0, places);
  return `${sign}${text.slice(0, -digits)}${part === "" ? "" : `.${part}`}`;
}

export function round(value: bigint, places: number): bigint {
  const step = 10n ** BigInt(digits - places);
  return (value / step) * step;
}

export function times(left: bigint, right: bigint): bigint {
  return (left * right) / one;
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

export function near(left: bigint, right: bigint): boolean {
  return magnitude(left - right) <= 10n ** 11n;
}
