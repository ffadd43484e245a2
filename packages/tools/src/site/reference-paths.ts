import { posix } from "node:path";
import { kebabToPascal } from "../api-docs/names.js";

/** Where generated pages stand below the folder of pages. */
const folder = "docs/reference";

/** The page of an operation, such as `usdt.placeOrder`. */
export function operationPath(family: string, name: string): string {
  return `${folder}/operations/${family}/${name}.md`;
}

/** The page of a channel of a push protocol. */
export function channelPath(protocol: "prefix" | "channel", name: string): string {
  return `${folder}/channels/${protocol}/${name}.md`;
}

/** The page of a record, row or other table. */
export function recordPath(name: string): string {
  return `${folder}/records/${kebabToPascal(name)}.md`;
}

/** The page of a table of values. */
export function valuesPath(name: string): string {
  return `${folder}/values/${kebabToPascal(name)}.md`;
}

/** The page of an error code of this project. */
export function errorPath(code: string): string {
  return `${folder}/errors/${code}.md`;
}

/** The page of a code of the venue. */
export function venueCodePath(code: number | string): string {
  return `${folder}/venue-codes/${code}.md`;
}

/** The page above all of the reference. */
export const referencePath = "Reference.md";

/** A page of the reference that lists others. */
export function listPath(
  name: "operations" | "channels" | "records" | "values" | "errors" | "limits" | "openapi" | "asyncapi",
): string {
  return `${folder}/${name}.md`;
}

/** The page of a family of operations. */
export function familyPath(family: string): string {
  return `${folder}/operations/${family}.md`;
}

/** The page of a push protocol. */
export function protocolPath(protocol: "prefix" | "channel"): string {
  return `${folder}/channels/${protocol}.md`;
}

/** A Markdown link from one page to another. */
export function link(text: string, from: string, to: string): string {
  return `[${text}](${posix.relative(posix.dirname(from), to)})`;
}
