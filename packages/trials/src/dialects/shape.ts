/** A type that the documents give to a field. */
export interface Kind {
  readonly name: string;
  readonly holds: (value: unknown) => boolean;
}

/** The fields of a record that the documents name, each with its type. */
export type Shape = Readonly<Record<string, Kind>>;

const decimalForm = /^-?\d+(\.\d+)?$/;

/** Any text. */
export const text: Kind = { name: "text", holds: (value) => typeof value === "string" };

/** A whole number; one that a lossless reader made counts as well. */
export const integer: Kind = {
  name: "an integer",
  holds: (value) => Number.isInteger(value) || typeof value === "bigint",
};

/** A decimal quantity or price: a string. */
export const decimal: Kind = {
  name: "a decimal as text",
  holds: (value) => typeof value === "string" && decimalForm.test(value),
};

/** A JSON number. */
export const numeric: Kind = { name: "a number", holds: (value) => typeof value === "number" };

/** An identifier as text. */
export const id: Kind = {
  name: "an id as text",
  holds: (value) => typeof value === "string" && /^\d+$/.test(value),
};

/** A decimal whose type the documents leave open. */
export const amount: Kind = {
  name: "a decimal",
  holds: (value) => decimalForm.test(String(value)) && typeof value !== "object",
};

/** A client order id as text; empty when the order had none. */
export const clientId: Kind = {
  name: "text, empty without a client id",
  holds: (value) => typeof value === "string",
};

/** A price that stands beside an attachment; any text when there is no attachment. */
export const attachedPrice: Kind = {
  name: "a decimal as text, or empty",
  holds: (value) => typeof value === "string" && (value === "" || decimalForm.test(value)),
};

/** A moment as ISO 8601 in UTC. */
export const isoTime: Kind = {
  name: "an ISO 8601 time in UTC",
  holds: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
};

/** A moment in milliseconds. */
export const msTime: Kind = {
  name: "milliseconds",
  holds: (value) => Number.isSafeInteger(Number(value)) && Number(value) > 1e12 && integer.holds(value),
};

/** Any value, as long as it is there. */
export const present: Kind = { name: "there", holds: (value) => value !== undefined };

/** One of some integers. */
export function among(...values: readonly number[]): Kind {
  return {
    name: `one of ${values.join(", ")}`,
    holds: (value) => values.includes(Number(value)) && integer.holds(value),
  };
}

/** What is wrong with a record, as sentences; nothing when it fits. */
export function misfits(shape: Shape, value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return ["is no object"];
  }
  const record = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape)
    .filter(([key, kind]) => !kind.holds(record[key]))
    .map(([key, kind]) => (key in record ? `has ${key} that is not ${kind.name}` : `has no ${key}`));
}
