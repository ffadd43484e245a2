import { allOperations, findOperation } from "../../../operations/find-operation.js";
import { Refused } from "../../../program/refused.js";
import { field, type Tool } from "./tool.js";

/** Any operation that changes nothing. */
export const read: Tool = {
  name: "read",
  title: "Read from the service",
  description: `Calls any operation of the service that changes nothing, by its name: ${readable().join(", ")}. Fields that are wrong or missing are named in the answer.`,
  input: {
    type: "object",
    properties: {
      operation: { type: "string", pattern: "^[A-Za-z.]{1,60}$" },
      fields: {
        type: "object",
        propertyNames: { pattern: "^[A-Za-z]{1,60}$" },
        additionalProperties: {
          // The command reads a file where a value begins with an at sign: an agent does not.
          anyOf: [
            { type: "string", pattern: "^(?!@)", maxLength: 2_000 },
            { type: "number" },
            { type: "boolean" },
            { type: "array", items: { type: "string" }, maxItems: 100 },
          ],
        },
        description: 'Such as {"pair": "4BTC_USDT", "size": 5}.',
      },
    },
    required: ["operation"],
    additionalProperties: false,
  },
  takes: "venue-and-key",
  effect: "reads",
  words: ({ operation, fields = {} }) => {
    const { name } = readableOperation(String(operation));
    const values = Object.entries(fields as object).flatMap(([key, value]) =>
      field(key, Array.isArray(value) ? JSON.stringify(value) : value),
    );
    return { command: "call", positionals: [name, ...values] };
  },
};

function readable(): readonly string[] {
  return allOperations()
    .filter(isReadable)
    .map(({ name }) => name);
}

function isReadable({ operation }: ReturnType<typeof findOperation>): boolean {
  const { permission, purpose } = operation;
  return purpose === "read" && (permission === "none" || permission === "read");
}

/** @throws Refused `unknown-operation`; `usage` for one that changes something */
function readableOperation(name: string): ReturnType<typeof findOperation> {
  const found = findOperation(name);
  if (!isReadable(found)) {
    throw new Refused("usage", `${found.name} changes something, and this tool only reads`);
  }
  return found;
}
