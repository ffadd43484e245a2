/** A mark on an axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Round steps of numbers: 1, 2 and 5 times a power of ten. */
export function numberTicks(from: number, to: number, wanted: number): readonly Tick[] {
  const span = to - from;
  if (!(span > 0)) {
    return [{ at: from, label: shortNumber(from, 0) }];
  }
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; index++) {
    // Adding 0 takes the sign from a zero.
    const at = index * step + 0;
    ticks.push({ at, label: shortNumber(at, decimals) });
  }
  return ticks;
}

/** Powers of ten; where they are few, 2 and 5 times them as well. @param from above 0 */
export function logTicks(from: number, to: number, wanted: number): readonly Tick[] {
  const decades = Math.log10(to / from);
  const factors = decades * 3 <= wanted ? [1, 2, 5] : [1];
  const ticks: Tick[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const factor of factors) {
      const at = Number(`${factor}e${power}`);
      if (at >= from * 0.999 && at <= to * 1.001) {
        ticks.push({ at, label: shortNumber(at, Math.max(0, -power)) });
      }
    }
  }
  return ticks;
}

function shortNumber(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps that people count time in, milliseconds. */
const timeSteps: readonly number[] = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28].map((count) => count * day),
];

/** Round steps of time. @param from epoch milliseconds, like `to` */
export function timeTicks(from: number, to: number, wanted: number): readonly Tick[] {
  const rough = (to - from) / wanted;
  const step = timeSteps.find((candidate) => candidate >= rough) ?? Math.ceil(rough / day) * day;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    ticks.push({ at, label: timeLabel(at, step) });
  }
  return ticks;
}

function timeLabel(atMs: number, step: number): string {
  const text = new Date(atMs).toISOString();
  if (step >= day) {
    return text.slice(5, 10);
  }
  if (step >= minute) {
    return text.slice(11, 16);
  }
  return step >= second ? text.slice(11, 19) : text.slice(14, 23);
}
