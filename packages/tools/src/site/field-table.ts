import type {
  Field,
  RecordShape,
  RowElement,
  RowShape,
  Shape,
  SingleKeyShape,
  VariantsShape,
  VariantTest,
} from "@depthwire/schema/internal";
import { table } from "../api-docs/markdown.js";
import { kebabToCamel } from "../api-docs/names.js";
import type { Sentences } from "../api-docs/sentences.js";
import { shapeWords } from "./shape-words.js";

/** A shape that has a table of its own. */
export type TableShape = RecordShape | RowShape | SingleKeyShape | VariantsShape;

/** Whether a shape has a table of its own. */
export function isTable(shape: Shape): shape is TableShape {
  return shape.kind === "record" || shape.kind === "row" || shape.kind === "single-key" || shape.kind === "variants";
}

/**
 * The fields of a table, one row each, with their sentences.
 *
 * @param from path of the page that the links start from
 */
export function fieldTable(shape: TableShape, sentences: Sentences, from: string): string {
  const sentenceOf = sentencesOf(shape.name, sentences);
  switch (shape.kind) {
    case "record":
      return table(
        ["name", "on the wire", "value", "presence", "meaning"],
        Object.entries(shape.fields).map(([name, field]) => recordRow(name, field, sentenceOf(name), from)),
      );
    case "row":
      return table(
        ["name", "place", "value", "presence", "meaning"],
        Object.entries(shape.fields).map(([name, element]) => rowRow(name, element, sentenceOf(name), from)),
      );
    case "single-key":
      return table(
        ["kind", "key on the wire", "value", "meaning"],
        Object.entries(shape.entries).map(([kind, entry]) => [
          `\`${kind}\``,
          `\`${entry.wireKey}\``,
          shapeWords(entry.shape, from),
          sentenceOf(kind),
        ]),
      );
    case "variants":
      return table(
        ["is", "where the wire has"],
        shape.alternatives.map(({ shape: alternative, when }) => [shapeWords(alternative, from), testWords(when)]),
      );
  }
}

function sentencesOf(name: string, sentences: Sentences): (member: string) => string {
  const members = sentences.get(kebabToCamel(name))?.members;
  return (member) => members?.get(member) ?? "";
}

function recordRow(name: string, field: Field, sentence: string, from: string): readonly string[] {
  return [
    field.presence === "fixed" ? "(sent by itself)" : `\`${name}\``,
    field.wireKeys.map((key) => `\`${key}\``).join(field.sends === "every" ? " and " : " or ") || "no key",
    shapeWords(field.shape, from),
    presenceWords(field),
    sentence,
  ];
}

function rowRow(name: string, element: RowElement, sentence: string, from: string): readonly string[] {
  const place = element.presence === "tag" ? "no place" : `\`[${element.index}]\``;
  return [`\`${name}\``, place, shapeWords(element.shape, from), presenceWords(element), sentence];
}

function presenceWords(field: Field | RowElement): string {
  const assumed = "assumed" in field && field.assumed !== undefined ? `, else \`${field.assumed}\`` : "";
  switch (field.presence) {
    case "required":
      return "required";
    case "optional":
      return `optional${assumed}`;
    case "fixed":
      return "on the wire alone";
    case "tag":
      return "in the decoded value alone";
  }
}

function testWords(when: VariantTest): string {
  const keys = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" or ");
  switch (when.test) {
    case "length":
      return `an array of ${when.length}`;
    case "form":
      return when.form === "text" || when.form === "integer" ? `${when.form} alone` : `an ${when.form}`;
    case "keys":
      return [
        "an object",
        ...(when.anyOf.length === 0 ? [] : [`with ${keys(when.anyOf)}`]),
        ...(when.noneOf.length === 0 ? [] : [`without ${keys(when.noneOf)}`]),
      ].join(" ");
  }
}
