import * as schema from "@depthwire/schema";
import type { RecordShape, Shape } from "@depthwire/schema/internal";
import { mark } from "./editor.spec-kit.js";

/** One place of a program that an editor is asked about. */
export interface Probe {
  /** For example `usdt.placeOrder` or `usdt.getAssets → [0].coin`. */
  readonly name: string;
  readonly of: "operation" | "parameter" | "result" | "result-field";
}

/** A program with an `account` and a `venue` that makes every call and reads every field of every answer, with a mark behind each name. */
export interface ProbingProgram {
  readonly source: string;
  /** What the marks stand behind, in their order. */
  readonly probes: readonly Probe[];
}

const families = { usdt: schema.usdt, coin: schema.coin, spot: schema.spot, wallet: schema.wallet };

/** Writes the program from the descriptors, so that none of them is forgotten. */
export function writeProbingProgram(): ProbingProgram {
  const lines = [
    'import type { Account, Venue } from "@depthwire/node";',
    "declare const account: Account;",
    "declare const venue: Venue;",
  ];
  const probes: Probe[] = [];
  for (const [family, operations] of Object.entries(families)) {
    for (const [name, operation] of Object.entries<unknown>(operations)) {
      if (isOperation(operation)) {
        const call = `${family}.${name}`;
        const result = `${family}_${name}`;
        const params = fieldsOf(operation.params);
        probes.push({ name: call, of: "result" }, { name: call, of: "operation" });
        probes.push(...params.map((field) => ({ name: `${call} ← ${field}`, of: "parameter" }) as const));
        const passed = params.map((field) => `${field}${mark}: undefined as never`).join(", ");
        lines.push(`const ${result}${mark} = await account.rest.${call}${mark}({ ${passed} });`);
        for (const path of pathsOf(operation.result, "")) {
          probes.push({ name: `${call} → ${path}`, of: "result-field" });
          lines.push(`void ${result}!${path}${mark};`);
        }
      }
    }
  }
  return { source: `${lines.join("\n")}\n`, probes };
}

/** Every field that a decoded value has, as a path of TypeScript. */
function pathsOf(shape: Shape, path: string): readonly string[] {
  switch (shape.kind) {
    case "list":
      return pathsOf(shape.element, `${path}[0]!`);
    case "map":
      return pathsOf(shape.value, `${path}["x"]!`);
    case "nullable":
      return pathsOf(shape.value, `${path}!`);
    case "record":
    case "row":
      return Object.entries(shape.fields)
        .filter(([, { presence }]) => presence !== "fixed")
        .flatMap(([name, field]) => {
          const own = `${path}.${name}`;
          return [own, ...pathsOf(field.shape, field.presence === "optional" ? `${own}!` : own)];
        });
    default:
      return [];
  }
}

function fieldsOf({ fields }: RecordShape): readonly string[] {
  return Object.entries(fields)
    .filter(([, { presence }]) => presence !== "fixed")
    .map(([name]) => name);
}

function isOperation(value: unknown): value is schema.Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
