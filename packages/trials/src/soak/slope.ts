/** One measured point. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A slope by least squares, in units of y for one of x, with the interval that holds the true one 19 times of 20. */
export interface Slope {
  readonly estimate: number;
  readonly interval: readonly [lower: number, upper: number];
}

/** Fewer points say nothing about how far off a slope may be. */
export const minPoints = 4;

/**
 * The slope through points, by least squares.
 *
 * Neighbours that err in the same way are worth fewer points: the interval grows by the correlation of each point's
 * distance from the line with that of the next.
 *
 * @throws RangeError when there are fewer than {@link minPoints}, or all lie at the same x
 */
export function slopeOf(points: readonly Point[]): Slope {
  const count = points.length;
  if (count < minPoints) {
    throw new RangeError(`a slope needs ${minPoints} points, there are ${count}`);
  }
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spreadX = sum(points.map(({ x }) => (x - meanX) ** 2));
  if (spreadX === 0) {
    throw new RangeError("a slope needs points at different places");
  }
  const estimate = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spreadX;
  const residuals = points.map(({ x, y }) => y - meanY - estimate * (x - meanX));
  const squares = sum(residuals.map((one) => one ** 2));
  const deviation = Math.sqrt(squares / (count - 2) / spreadX);
  const half = studentT(count - 2) * deviation * correlationFactor(residuals, squares);
  return { estimate, interval: [estimate - half, estimate + half] };
}

function correlationFactor(residuals: readonly number[], squares: number): number {
  if (squares === 0) {
    return 1;
  }
  const products = residuals.slice(1).map((one, index) => one * (residuals[index] as number));
  const correlation = Math.min(0.99, Math.max(0, sum(products) / squares));
  return Math.sqrt((1 + correlation) / (1 - correlation));
}

/** Quantile of the normal distribution: 2.5 % lie above. */
const z = 1.959964;

/** The same of Student's distribution, by the first terms of its expansion (Abramowitz and Stegun 26.7.5). */
function studentT(degrees: number): number {
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
