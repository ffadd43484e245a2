/** Between groups of three digits. */
const thinSpace = "\u2009";

/** A decimal for the eye: groups of three before the point, zeros at the end up to `scale` decimals. No digit is left out. */
export function grouped(text: string, scale = 0): string {
  const [whole = "", fraction = ""] = text.split(".");
  const decimals = fraction.padEnd(scale, "0");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, thinSpace);
  return decimals === "" ? groups : `${groups}.${decimals}`;
}

/** The time of the day in the local zone, with tenths of a second: `18:02:11.3`. */
export function clockText(epochMs: number): string {
  const at = new Date(epochMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  const tenths = Math.floor(at.getMilliseconds() / 100);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${tenths}`;
}
