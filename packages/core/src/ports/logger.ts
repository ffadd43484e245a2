/** Ordered by weight. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Where a package tells what happens. Fields are plain values; secrets never appear in them. */
export interface Logger {
  /** `event` is a constant kebab-case name; everything that varies goes into `fields`. */
  log(level: LogLevel, event: string, fields: Readonly<Record<string, string | number | boolean>>): void;
}
