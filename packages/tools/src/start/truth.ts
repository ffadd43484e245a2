import type { PublishedBook, PublishedLevel } from "./compare.js";

/** Asks for a published state; undefined when the sandbox does not hold it any more, or the connection to it failed. */
export type ReadTruth = (pair: string, seq: number) => Promise<PublishedBook | undefined>;

/** The sandbox answered with something else than a book. */
export class TruthError extends Error {
  override readonly name = "TruthError";
}

/**
 * Reads published states over HTTP. The answer is read here, row by row as the field notes describe it, and not by the
 * codecs under test: a mistake that two directions of one codec share would cancel out.
 */
export function createTruthReader(restUrl: string): ReadTruth {
  return async (pair, seq) => {
    const answer = await ask(`${restUrl}/_sandbox/book/${encodeURIComponent(pair)}?seq=${seq}`);
    if (answer === undefined || answer.status === 404) {
      return undefined;
    }
    if (answer.status !== 200) {
      throw new TruthError(`the sandbox answered with HTTP status ${answer.status}`);
    }
    return readPublishedBook(JSON.parse(answer.body));
  };
}

/** @returns undefined when the connection failed, as kept ones do on a starved machine: one view is not compared, the next one is */
async function ask(url: string): Promise<{ readonly status: number; readonly body: string } | undefined> {
  try {
    const response = await fetch(url);
    return { status: response.status, body: await response.text() };
  } catch {
    return undefined;
  }
}

/** Reads the payload of a full depth message: rows are `[quantity, price]`. @spec field notes 10 and 13 */
export function readPublishedBook(value: unknown): PublishedBook {
  if (!isRecord(value) || typeof value["seq"] !== "number") {
    throw new TruthError("the answer is no published book");
  }
  return { seq: value["seq"], asks: readRows(value["asks"]), bids: readRows(value["bids"]) };
}

function readRows(value: unknown): PublishedLevel[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return rows.map((row) => {
    const [quantity, price] = Array.isArray(row) ? (row as readonly unknown[]) : [];
    if (typeof quantity !== "string" || typeof price !== "string") {
      throw new TruthError("a row is no level");
    }
    return { price, quantity };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
