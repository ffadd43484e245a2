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

/** A length of time as people say it: `250 ms`, `12.3 s`, `4 min 5 s`, `3 h 12 min`. */
export function duration(valueMs: number): string {
  const wholeSeconds = Math.round(valueMs / 1000);
  if (valueMs < 1000) {
    return milliseconds(valueMs);
  }
  if (wholeSeconds < 60) {
    return seconds(valueMs);
  }
  const minutes = Math.floor(wholeSeconds / 60);
  return minutes < 60
    ? `${minutes} min ${wholeSeconds % 60} s`
    : `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
