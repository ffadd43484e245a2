import type { JsonSchema } from "./scalar-schema.js";

/**
 * Rewrites JSON Schema 2020-12 as draft 07, the dialect of AsyncAPI 3.0: `prefixItems` are `items`, and `$ref` stands alone,
 * since draft 07 ignores what stands beside it.
 */
export function toDraft07(schema: JsonSchema): JsonSchema {
  const { $ref, prefixItems, ...rest } = schema;
  const converted: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, convert(value)]),
  );
  if (Array.isArray(prefixItems)) {
    converted["items"] = convert(prefixItems);
    converted["additionalItems"] = false;
  }
  if ($ref === undefined) {
    return converted;
  }
  return Object.keys(converted).length === 0 ? { $ref } : { ...converted, allOf: [{ $ref }] };
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(convert);
  }
  return isSchema(value) ? toDraft07(value) : value;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
