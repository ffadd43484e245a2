const millisecondsPerUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `500ms`, `10s`, `1.5m` or `2h`; undefined for anything else, zero and a bare number included. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) {
    return undefined;
  }
  const durationMs = Math.round(Number(amount) * (millisecondsPerUnit[unit] ?? 0));
  return durationMs > 0 ? durationMs : undefined;
}
