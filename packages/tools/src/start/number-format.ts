/** A whole number with thousands apart: `12,345`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Bytes in millions: `0.13`. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

/** Milliseconds with their unit: `3 ms`, `-` where there are none. */
export function milliseconds(value: number | undefined): string {
  return value === undefined ? "-" : `${count(value)} ms`;
}

/** Milliseconds as seconds: `12.3 s`. */
export function seconds(valueMs: number): string {
  return `${(valueMs / 1000).toFixed(1)} s`;
}
