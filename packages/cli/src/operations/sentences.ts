import { readFile } from "node:fs/promises";
import { venueFile } from "@depthwire/accelerator/internal";
import type { NamedOperation } from "./find-operation.js";

/** What is said of an operation and its fields. */
export interface Sentences {
  readonly operation: string | undefined;
  /** By the wire key of the field. */
  field(wireKey: string): string | undefined;
}

interface Described {
  readonly description?: string;
}

interface Endpoint {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (Described & { readonly name: string })[];
}

interface Interface {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Described>> }>>;
  };
}

/** The sentences of an operation: those of its descriptor, from the interface's description. */
export async function sentencesOf({ family, operation }: NamedOperation): Promise<Sentences> {
  const { paths, components } = JSON.parse(await readFile(venueFile, "utf8")) as Interface;
  const id = `${family}-${operation.name}`;
  const endpoints = Object.values(paths).flatMap((methods) => Object.values(methods));
  const own = endpoints.find(({ operationId }) => operationId === id);
  const { properties } = components.schemas[schemaName(operation.params.name)] ?? {};
  return {
    operation: own?.summary ?? sharedSummary(endpoints, operation.command),
    field: (wireKey) =>
      properties?.[wireKey]?.description ?? own?.parameters?.find(({ name }) => name === wireKey)?.description,
  };
}

/** One endpoint serves several commands, each with its name before its sentence. */
function sharedSummary(endpoints: readonly Endpoint[], command: string | undefined): string | undefined {
  if (command === undefined) {
    return undefined;
  }
  const mark = `${command}: `;
  const summary = endpoints.map((one) => one.summary).find((text) => text.includes(mark));
  return summary?.slice(summary.indexOf(mark) + mark.length).split(/(?<=\.) [\w/]+: /)[0];
}

/** `place-order-params` is described as `PlaceOrderParams`. */
function schemaName(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
