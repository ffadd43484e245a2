import { readFileSync } from "node:fs";

const folder = new URL("../../../../deploy/", import.meta.url);

/** The text of a file of `deploy/`. */
export function deployed(path: string): string {
  return readFileSync(new URL(path, folder), "utf8");
}

/** One panel of the board. */
export interface Panel {
  readonly title: string;
  readonly description: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** Panels of the Grafana board. */
export function panels(): readonly Panel[] {
  return (JSON.parse(deployed("grafana/accelerator.json")) as { readonly panels: readonly Panel[] }).panels;
}

/** Metrics that an expression names. */
export function metricsIn(expression: string): readonly string[] {
  return expression.match(/\b(?:depthwire|nodejs|process)_[a-z0-9_]+/g) ?? [];
}

/** The flags that compose.yaml starts the accelerator with. */
export function acceleratorFlags(): readonly string[] {
  const [, list = ""] = /\n {4}command:\n((?: {6}.*\n)+)/.exec(deployed("compose.yaml")) ?? [];
  return [...list.matchAll(/^ {6}- (.+)$/gm)].map(([, flag = ""]) => flag);
}

/** The same with other values behind some of them. */
export function withValues(flags: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  return flags.map((flag, index) => values[flags[index - 1] ?? ""] ?? flag);
}
