import type { Field, Shape } from "@depthwire/schema/internal";
import { allOperations, familyTitles, type NamedOperation } from "./find-operation.js";
import { passedFields } from "./parse-fields.js";
import { sentencesOf } from "./sentences.js";

const indent = "      ";

/** All operations, family by family. */
export function operationList(columns: number): string {
  const all = allOperations();
  const parts = Object.entries(familyTitles).map(([family, title]) => {
    const names = all.filter((one) => one.family === family).map(({ name }) => name);
    return `${title}:\n${inColumns(names, columns)}`;
  });
  return `${parts.join("\n\n")}\n\nTheir fields: depthwire call OPERATION --help`;
}

/** One operation: what it does, how it is called, and each field with type and sentence. */
export async function operationHelp(found: NamedOperation): Promise<string> {
  const { name, operation } = found;
  const sentences = await sentencesOf(found);
  const fields = passedFields(operation);
  const required = fields.filter(([, { presence }]) => presence === "required").map(([field]) => `${field}=…`);
  const usage = required.length === fields.length ? required : [...required, "[field=…]"];
  const signed =
    operation.auth === "none" ? "Needs no key." : `Signed; the key must be allowed to ${operation.permission}.`;
  const lines = fields.flatMap(([field, described]) =>
    fieldHelp(field, described, sentences.field(wireKeyOf(described))),
  );
  return [
    `depthwire call ${[name, ...usage].join(" ")}`,
    "",
    ...(sentences.operation === undefined ? [] : [sentences.operation]),
    `${signed} ${operation.method} ${operation.path} (${operation.spec})`,
    "",
    ...(fields.length === 0 ? ["It takes no fields."] : ["Fields:", ...lines]),
    "",
    "A value is text as it stands; @file reads a file. A list is JSON, or words with commas between.",
  ].join("\n");
}

function wireKeyOf({ wireKeys }: Field): string {
  return wireKeys[0] ?? "";
}

function fieldHelp(name: string, field: Field, sentence: string | undefined): readonly string[] {
  const { presence, shape, assumed } = field;
  const otherwise = assumed === undefined ? "" : `, ${assumed} if left out`;
  return [
    `  ${name}  ${typeWords(shape)}, ${presence}${otherwise}`,
    ...(sentence === undefined ? [] : [`${indent}${sentence}`]),
  ];
}

/** The type of a field in words. */
export function typeWords(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return shape.brand ?? "text";
    case "integer":
      return integerWords(shape.min, shape.max);
    case "decimal":
      return `decimal (${shape.brand})`;
    case "identifier":
      return shape.brand;
    case "time":
      return "time (epoch milliseconds, or ISO 8601)";
    case "enumeration":
      return Object.values(shape.members).join(" | ");
    case "flag":
      return "true | false";
    case "list":
      return `list of ${typeWords(shape.element)}`;
    default:
      return "JSON";
  }
}

function integerWords(min: number, max: number): string {
  const from = min > Number.MIN_SAFE_INTEGER ? ` from ${min}` : "";
  const to = max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : "";
  return `whole number${from}${to}`;
}

function inColumns(names: readonly string[], columns: number): string {
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const perLine = Math.max(1, Math.floor((columns - 2) / width));
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += perLine) {
    const line = names.slice(at, at + perLine).map((name) => name.padEnd(width));
    lines.push(`  ${line.join("").trimEnd()}`);
  }
  return lines.join("\n");
}
