const steps = "▁▂▃▄▅▆▇█";

/** The latest values as a line of `width` blocks, the lowest and the highest of them as bottom and top. */
export function sparkLine(values: readonly number[], width: number): string {
  const shown = width > 0 ? values.slice(-width) : [];
  const low = Math.min(...shown);
  const range = Math.max(...shown) - low;
  return shown
    .map((value) => steps[range > 0 ? Math.round(((value - low) / range) * (steps.length - 1)) : 3] ?? "")
    .join("");
}
