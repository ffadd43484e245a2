import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareDecimal, ValidationError } from "@depthwire/core";
import { judgeDecimal } from "@depthwire/core/internal";
import { Refused } from "../program/refused.js";
import type { OrderWorth } from "./order-worth.js";
import { writeOwnFile } from "./own-file.js";
import type { LimitFlags } from "./trade-options.js";

/** Bounds of one order. What is undefined is not bounded. */
export interface OrderLimits {
  /** In the coin that the order is paid in. */
  readonly maxValue?: string;
  /** In the pair's quantity. */
  readonly maxQuantity?: string;
}

const fileName = "limits.json";
const names = ["maxValue", "maxQuantity"] as const;

/**
 * The limits that a user keeps: they hold for every order of every command with this folder, whatever key signs it.
 *
 * @throws Refused `file-unusable` for a file that holds no limits: an order without them might be one too large
 */
export async function readLimits(folder: string): Promise<OrderLimits> {
  const path = join(folder, fileName);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "{}";
    }
    throw new Refused("file-unusable", `The limits in ${path} cannot be read (${error.code})`, "Make it readable.");
  });
  const limits = parsed(text);
  if (limits === undefined) {
    const remedy = "Look into it, or begin anew with: depthwire key limits --none.";
    throw new Refused("file-unusable", `${path} holds no limits`, remedy);
  }
  return limits;
}

/** Keeps limits in the place of those before. */
export async function writeLimits(folder: string, limits: OrderLimits): Promise<void> {
  await writeOwnFile(folder, fileName, limits);
}

function parsed(text: string): OrderLimits | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return undefined;
    }
    const entries = Object.entries(value) as [string, unknown][];
    const isUsable = entries.every(
      ([name, bound]) => (names as readonly string[]).includes(name) && typeof bound === "string" && isAmount(bound),
    );
    return isUsable ? (value as OrderLimits) : undefined;
  } catch {
    return undefined;
  }
}

function isAmount(text: string): boolean {
  return judgeDecimal(text) === "fine" && compareDecimal(text, "0") > 0;
}

/** @throws Refused `usage` for a limit that is no amount */
export function limitsOf(flags: LimitFlags): OrderLimits {
  const given = names.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]] as const]));
  for (const [name, bound] of given) {
    if (!isAmount(bound)) {
      throw new Refused("usage", `${optionOf(name)} ${bound}: it must be an amount above 0, such as 500`);
    }
  }
  return Object.fromEntries(given);
}

/**
 * Holds an order against limits; of two the smaller counts.
 *
 * @throws ValidationError `limit-exceeded`
 */
export function checkLimits(
  { quantity, value }: { readonly quantity: string; readonly value: OrderWorth["value"] },
  limits: readonly OrderLimits[],
): void {
  for (const { maxValue, maxQuantity } of limits) {
    if (maxQuantity !== undefined && compareDecimal(quantity, maxQuantity) > 0) {
      throw new ValidationError("limit-exceeded", { limit: "max-quantity", value: quantity, bound: maxQuantity });
    }
    if (maxValue !== undefined && (value === undefined || compareDecimal(value, maxValue) > 0)) {
      const found = value ?? "not known: the venue tells no tag price";
      throw new ValidationError("limit-exceeded", { limit: "max-value", value: found, bound: maxValue });
    }
  }
}

function optionOf(name: (typeof names)[number]): string {
  return name === "maxValue" ? "--max-value" : "--max-quantity";
}
