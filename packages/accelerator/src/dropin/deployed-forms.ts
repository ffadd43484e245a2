import { isJsonObject, type JsonValue } from "@depthwire/core/internal";
import type { Field, RecordShape } from "@depthwire/schema/internal";
import { record } from "@depthwire/schema/internal";

/** Parameters that the documents require and deployed clients leave out, of operations by name; `page` and `size` anywhere. @spec field notes 23 and 26 */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  "usdt.placeOrder": ["price"],
  "usdt.getOpenOrders": ["side"],
};
const leftOutAnywhere: readonly string[] = ["page", "size"];

/** Records on a page when nobody says how many. */
const usualPageSize = 10;

/** What a market order's price is sent as: the table requires one, and it means nothing. */
const noPrice = "0";

/** The parameters of an operation as deployed clients send them; the same object where they leave nothing out. */
export function deployedParams(name: string, params: RecordShape): RecordShape {
  const absent = [...leftOutAnywhere, ...(leftOut[name] ?? [])];
  const mayLack = (key: string, field: Field): boolean => absent.includes(key) && field.presence === "required";
  if (!Object.entries(params.fields).some(([key, field]) => mayLack(key, field))) {
    return params;
  }
  const fields = Object.entries(params.fields).map(([key, field]): [string, Field] => [
    key,
    mayLack(key, field) ? { ...field, presence: "optional" } : field,
  ]);
  return record(params.name, Object.fromEntries(fields), { spec: "field notes 23 and 26" });
}

/** The first parameter that must be there, and is absent, null or an empty text; undefined where none is. */
export function missingKey(params: RecordShape, wire: JsonValue): string | undefined {
  if (!isJsonObject(wire)) {
    return undefined;
  }
  const missing = Object.values(params.fields).find(({ presence, wireKeys }) => {
    const key = wireKeys.find((name) => Object.hasOwn(wire, name));
    const value = key === undefined ? undefined : wire[key];
    return (presence === "required" || presence === "fixed") && (value === undefined || value === null || value === "");
  });
  return missing?.wireKeys[0];
}

/** What may be filled in. */
interface Fillable {
  readonly type?: string;
  readonly price?: string;
  readonly page?: number;
  readonly size?: number;
}

/**
 * Fills in what a deployed client left out, so that the service gets the form of the documents.
 *
 * @param params as they were decoded by {@link deployedParams}
 * @param required the parameters as the documents have them
 */
export function filledIn(params: unknown, required: RecordShape): unknown {
  const { type, price, page, size } = params as Fillable;
  const needs = (name: string): boolean => required.fields[name]?.presence === "required";
  return {
    ...(params as object),
    ...(page === undefined && needs("page") ? { page: 1 } : {}),
    ...(size === undefined && needs("size") ? { size: usualPageSize } : {}),
    ...(price === undefined && type === "market" && needs("price") ? { price: noPrice } : {}),
  };
}
