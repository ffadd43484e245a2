import { Counter, Gauge, Registry } from "prom-client";
import type { Figure } from "./figure-meter.js";
import type { ShownInstance } from "./instance-figures.js";

/** Units that stand in a name, by their codes. @spec OpenTelemetry, compatibility with Prometheus, metric metadata */
const unitNames: Readonly<Record<string, string>> = { s: "seconds", By: "bytes" };

/**
 * Puts the figures of instances into Prometheus's form; each has the label `name` of its instance.
 *
 * @returns a registry of this moment alone: which labels an instrument has is known when it has been read
 */
export function prometheusRegistry(instances: readonly ShownInstance[]): Registry {
  const registry = new Registry();
  const named = new Map<string, NamedFigure[]>();
  for (const { name, figures } of instances) {
    for (const figure of figures) {
      const metric = prometheusName(figure);
      named.set(metric, [...(named.get(metric) ?? []), { name, figure }]);
    }
  }
  for (const [metric, figures] of named) {
    addMetric(registry, metric, figures);
  }
  return registry;
}

/** What one instance says of an instrument. */
interface NamedFigure {
  readonly name: string;
  readonly figure: Figure;
}

function addMetric(registry: Registry, name: string, all: readonly NamedFigure[]): void {
  const values = all.flatMap((one) =>
    one.figure.values.map(({ value, attributes }) => ({ value, labels: { name: one.name, ...labelsOf(attributes) } })),
  );
  const [first] = all;
  if (first === undefined || values.length === 0) {
    return;
  }
  const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))];
  const options = { name, help: first.figure.description, labelNames, registers: [registry] };
  if (first.figure.kind === "counter") {
    const counter = new Counter(options);
    values.forEach(({ labels, value }) => void counter.inc(labels, value));
  } else {
    const gauge = new Gauge(options);
    values.forEach(({ labels, value }) => void gauge.set(labels, value));
  }
}

/** `depthwire.relay.lease.age` in seconds becomes `depthwire_relay_lease_age_seconds`; counters end with `_total`. */
function prometheusName({ name, kind, unit }: Figure): string {
  const plain = name.replaceAll(".", "_");
  const unitName = unitNames[unit];
  const withUnit = unitName === undefined || plain.split("_").includes(unitName) ? plain : `${plain}_${unitName}`;
  return kind === "counter" ? `${withUnit}_total` : withUnit;
}

/** `quantile` is a word for summaries alone. */
function labelsOf(attributes: Readonly<Record<string, string | number>>): Readonly<Record<string, string | number>> {
  const { quantile, ...others } = attributes;
  return quantile === undefined ? others : { ...others, share: quantile };
}
