import { type Refusal, type RefusalCode, type RefusalStatus, refusalBody } from "../guard/refusal.js";

/** A whole answer. */
export interface TextAnswer {
  readonly kind: "text";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where an answer goes that goes on; a response of `node:http` is one. */
export interface OpenResponse {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableNeedDrain: boolean;
  /** @returns whether it takes more right now */
  write(chunk: string | Uint8Array): boolean;
  on(event: "drain" | "close", act: () => void): OpenResponse;
  off(event: "drain" | "close", act: () => void): OpenResponse;
  destroy(): void;
}

/** An answer that goes on for as long as somebody listens. */
export interface StreamAnswer {
  readonly kind: "stream";
  readonly headers: Readonly<Record<string, string>>;
  /** Writes until the response is closed. */
  readonly run: (response: OpenResponse) => void;
}

/** What a route answers. */
export type Answer = TextAnswer | StreamAnswer;

/** Type of JSON bodies. */
export const jsonType = "application/json; charset=utf-8";

/** JSON whose text is written already. */
export function jsonText(body: string, headers: Readonly<Record<string, string>> = {}, status = 200): TextAnswer {
  return { kind: "text", status, headers: { "content-type": jsonType, ...headers }, body };
}

/** Does something with what is there, or with what comes: most reads are answered at once, and wait for no promise. */
export function whenThere<From, To>(
  from: From | Promise<From>,
  then: (from: From) => To | Promise<To>,
): To | Promise<To> {
  return from instanceof Promise ? from.then(then) : then(from);
}

/** The same text in one piece of memory: what was put together of pieces is gathered anew each time that it is sent. */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

/** JSON of plain data; money in it is text. Undefined fields are left out. */
export function json(value: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): TextAnswer {
  return jsonText(JSON.stringify(value), headers, status);
}

/** A refusal of the accelerator's own. */
export function refuse({ status, code, message }: Refusal, headers: Readonly<Record<string, string>> = {}): TextAnswer {
  return jsonText(refusalBody({ status, code, message }), headers, status);
}

/** A refusal that ends a route from wherever it is found. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly refusal: Refusal;

  constructor(status: RefusalStatus, code: RefusalCode, message: string) {
    super(message);
    this.refusal = { status, code, message };
  }
}
