import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type JsonValue, parseExact } from "@depthwire/core/internal";
import type { Operation } from "@depthwire/schema";
import type { Field, Shape } from "@depthwire/schema/internal";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";

/** Larger files hold no field of a call. */
const maxFileBytes = 1_048_576;

/** Fields that a caller passes, by name. */
export function passedFields({ params }: Operation): readonly (readonly [name: string, field: Field])[] {
  return Object.entries(params.fields).filter(([, { presence }]) => presence === "required" || presence === "optional");
}

/**
 * The parameters of a call from `field=value` texts, each read by the field's shape. `@file` reads a file.
 *
 * @throws Refused `usage`, `unknown-field`, `file-unusable`
 */
export async function parseFields(
  operation: Operation,
  texts: readonly string[],
  workingDirectory: string,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = new Map(passedFields(operation));
  const values: Record<string, unknown> = {};
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at <= 0) {
      throw new Refused("usage", `${text}: a field is written as name=value`, help(operation));
    }
    const name = text.slice(0, at);
    const field = fields.get(name);
    if (field === undefined) {
      throw unknownField(operation, name, [...fields.keys()]);
    }
    if (Object.hasOwn(values, name)) {
      throw new Refused("usage", `${name} is given twice`);
    }
    values[name] = readValue(name, field.shape, await textOf(text.slice(at + 1), workingDirectory));
  }
  const missing = [...fields].flatMap(([name, { presence }]) =>
    presence === "required" && !Object.hasOwn(values, name) ? [name] : [],
  );
  if (missing.length > 0) {
    throw new Refused("usage", `${operation.name} needs ${missing.join(", ")}`, help(operation), { missing });
  }
  return values;
}

function unknownField(operation: Operation, name: string, names: readonly string[]): Refused {
  const near = nearest(name, names);
  const takes = names.length === 0 ? "It takes none." : `It takes ${names.join(", ")}.`;
  const remedy = near === undefined ? takes : `Did you mean ${near}? ${takes}`;
  return new Refused("unknown-field", `${operation.name} has no field ${name}`, remedy, { nearest: near });
}

function help({ name }: Operation): string {
  return `depthwire call ${name} --help shows its fields.`;
}

async function textOf(text: string, workingDirectory: string): Promise<string> {
  if (!text.startsWith("@")) {
    return text;
  }
  const path = resolve(workingDirectory, text.slice(1));
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused("file-unusable", `${path} cannot be read (${error.code})`);
  });
  if (bytes.length > maxFileBytes) {
    throw new Refused("file-unusable", `${path} is larger than ${maxFileBytes} bytes`);
  }
  return bytes.toString("utf8").replace(/\r?\n$/, "");
}

function readValue(name: string, shape: Shape, text: string): unknown {
  switch (shape.kind) {
    case "integer":
      return integerOf(name, text);
    case "time":
      return timeOf(name, text);
    case "flag":
      return oneOf(name, text, ["true", "false"]) === "true";
    case "enumeration":
      return oneOf(name, text, Object.values(shape.members));
    case "list":
      return listOf(name, shape.element, text);
    case "nullable":
      return text === "null" ? null : readValue(name, shape.value, text);
    case "text":
    case "decimal":
    case "identifier":
      return text;
    default:
      return jsonOf(name, text);
  }
}

function integerOf(name: string, text: string): number {
  if (!/^-?[0-9]{1,16}$/.test(text)) {
    throw new Refused("usage", `${name}=${text}: it must be a whole number`);
  }
  return Number(text);
}

function timeOf(name: string, text: string): number {
  const ms = /^[0-9]+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isSafeInteger(ms)) {
    throw new Refused(
      "usage",
      `${name}=${text}: it must be epoch milliseconds, or a time such as 2026-01-31T12:00:00Z`,
    );
  }
  return ms;
}

function oneOf(name: string, text: string, words: readonly string[]): string {
  if (words.includes(text)) {
    return text;
  }
  const near = nearest(text, words);
  const remedy = near === undefined ? undefined : `Did you mean ${near}?`;
  throw new Refused("usage", `${name}=${text}: it must be one of ${words.join(", ")}`, remedy, { nearest: near });
}

/** JSON, or words with commas between. Numbers keep every digit: ids are larger than a double holds. */
function listOf(name: string, element: Shape, text: string): readonly unknown[] {
  if (!text.startsWith("[")) {
    return text === "" ? [] : text.split(",").map((word) => readValue(name, element, word.trim()));
  }
  const values = jsonOf(name, text);
  if (!Array.isArray(values)) {
    throw new Refused("usage", `${name}: it must be a list as JSON, such as '["1","2"]'`);
  }
  return values.map((value: JsonValue) =>
    typeof value === "object" && value !== null && !("text" in value) ? value : readValue(name, element, String(value)),
  );
}

function jsonOf(name: string, text: string): JsonValue {
  try {
    return parseExact(text);
  } catch (error) {
    throw new Refused("usage", `${name}: it must be JSON (${(error as Error).message})`);
  }
}
