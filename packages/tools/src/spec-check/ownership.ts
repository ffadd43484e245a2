import { venueCodes } from "@depthwire/schema";
import {
  addressRoles,
  channelProtocolChannels,
  prefixProtocolChannels,
  signedHeaders,
} from "@depthwire/schema/internal";
import type { InventoryRow } from "../spec-inventory/row.js";
import {
  allEnumerations,
  allOperations,
  allShapes,
  cites,
  keysOf,
  type NamedOperation,
  type NamedShape,
} from "./descriptors.js";
import type { Evidence } from "./evidence.js";
import type { Exercised } from "./exercised.js";

/** What has run and passed. */
export interface Proof {
  readonly evidence: Evidence;
  readonly exercised: Exercised;
  /** Operations with a passed vector, such as `usdt.placeOrder`. */
  readonly operations: ReadonlySet<string>;
}

/** Why a row of the inventory has no owner; `undefined` when it has one. */
export type Lack = string | undefined;

/** Holds rows against the descriptors and against what has run. */
export class Ownership {
  readonly #proof: Proof;
  readonly #shapes = allShapes();
  readonly #operations = allOperations();
  readonly #enumerations = allEnumerations();

  constructor(proof: Proof) {
    this.#proof = proof;
  }

  /** What the row lacks. */
  lackOf(row: InventoryRow): Lack {
    switch (row.kind) {
      case "field":
        return this.#fieldLack(row);
      case "ignored-field":
        return this.#ignoredLack(row);
      case "parameter":
        return this.#parameterLack(row);
      case "operation":
      case "command":
        return this.#operationLack(row);
      case "enumeration":
        return this.#enumerationLack(row);
      case "code":
        return String(row.key) in venueCodes ? this.#testLack(row) : "no code in the table";
      case "channel":
        return hasChannel(row.key) ? this.#testLack(row) : "no channel grammar";
      case "header":
        return headerNames.has(row.key) ? this.#testLack(row) : "no header";
      case "address":
        return placeholders.has(row.key) ? this.#testLack(row) : "no address";
      default:
        return this.#testLack(row);
    }
  }

  /** A test that names the row has passed. */
  #testLack(row: InventoryRow): Lack {
    return this.#proof.evidence.rows.has(row.id) ? undefined : "no passed test names it";
  }

  #fieldLack(row: InventoryRow): Lack {
    if (this.#testLack(row) === undefined) {
      return undefined;
    }
    const owners = this.#shapesOf(row).filter((shape) => keysOf(shape).includes(row.key));
    if (owners.length === 0) {
      return "no descriptor of this section has the key";
    }
    return owners.some((shape) => this.#proof.exercised.hasKey(shape.name, row.key))
      ? undefined
      : `no passed vector has the key in ${owners.map((shape) => shape.name).join(", ")}`;
  }

  #ignoredLack(row: InventoryRow): Lack {
    const owners = this.#shapesOf(row).filter(
      (shape) => shape.kind === "record" && (shape.ignored.includes(row.key) || keysOf(shape).includes(row.key)),
    );
    if (owners.length === 0) {
      return "no descriptor of this section knows that the key is ignored";
    }
    return owners.some((shape) => this.#proof.exercised.hasKey(shape.name, row.key))
      ? undefined
      : "no passed vector carries the ignored key";
  }

  #parameterLack(row: InventoryRow): Lack {
    const owners = this.#operationsOf(row).filter(({ operation }) => keysOf(operation.params).includes(row.key));
    if (owners.length === 0) {
      return "no operation of this section takes it";
    }
    return owners.some(({ operation }) => this.#proof.exercised.hasKey(operation.params.name, row.key))
      ? undefined
      : "no passed vector sends it";
  }

  #operationLack(row: InventoryRow): Lack {
    const owners = this.#operations.filter(({ operation }) =>
      row.kind === "command"
        ? operation.command === row.key
        : operation.path === row.key || operation.alsoAt.includes(row.key),
    );
    if (owners.length === 0) {
      return "no operation";
    }
    return owners.some(({ name }) => this.#proof.operations.has(name)) ? undefined : "no passed vector calls it";
  }

  #enumerationLack(row: InventoryRow): Lack {
    const name = [...this.#enumerations.keys()]
      .filter((candidate) => row.key === candidate || row.key.startsWith(`${candidate}-`))
      .sort((a, b) => b.length - a.length)[0];
    if (name === undefined) {
      return "no enumeration";
    }
    const missing = [...(this.#enumerations.get(name) ?? [])].filter(
      (member) => !this.#proof.exercised.membersOf(name).has(member),
    );
    return missing.length === 0 ? undefined : `no passed vector has the values ${missing.join(", ")}`;
  }

  #shapesOf(row: InventoryRow): NamedShape[] {
    return this.#shapes.filter((shape) => cites(shape.spec, row.document, row.section));
  }

  /** Operations that cite the row's section, or whose path or command is the last part of it. */
  #operationsOf(row: InventoryRow): NamedOperation[] {
    const last = row.section.slice(row.section.lastIndexOf(", ") + 2);
    const named = this.#operations.filter(({ operation }) => operation.path === last || operation.command === last);
    return named.length > 0
      ? named
      : this.#operations.filter(({ operation }) => cites(operation.spec, row.document, row.section));
  }
}

const channelTemplates = [...Object.values(prefixProtocolChannels), ...Object.values(channelProtocolChannels)].map(
  (channel) => channel.template,
);

/** The document writes `<pair>` where a template has `{pair}`. */
function hasChannel(key: string): boolean {
  return channelTemplates.includes(key.replaceAll("<", "{").replaceAll(">", "}"));
}

const headerNames = new Set(Object.values(signedHeaders).map((name) => name.replace("{serviceName}", "svc")));
const placeholders = new Set<string>(Object.values(addressRoles).map((role) => role.placeholder));
