import { isAscii } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { RefusedError } from "./answer.js";

/** Longest body of a request, in bytes. */
export const maxBodyBytes: number = 64 * 1024;

/** A byte-order mark is kept: no body has one, and JSON behind one is none. */
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a request's body.
 *
 * @throws RefusedError 413 for one that is too long, 400 for one that is not UTF-8; what the connection throws when the client goes away
 */
export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) {
      reject(tooLong());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) {
        request.pause();
        reject(tooLong());
      } else {
        chunks.push(chunk);
      }
    });
    let hasEnded = false;
    request.on("error", reject);
    request.on("close", () => {
      if (!hasEnded) {
        reject(new Error("the client went away"));
      }
    });
    request.on("end", () => {
      hasEnded = true;
      try {
        resolve(textOf(chunks));
      } catch {
        reject(new RefusedError(400, "value-invalid", "The body is not UTF-8"));
      }
    });
  });
}

function tooLong(): RefusedError {
  return new RefusedError(413, "body-too-large", `The body is longer than ${maxBodyBytes} bytes: send less at once`);
}

/** @throws TypeError for what is not UTF-8 */
function textOf(chunks: readonly Buffer[]): string {
  const [first = Buffer.alloc(0)] = chunks;
  const bytes = chunks.length > 1 ? Buffer.concat(chunks) : first;
  return isAscii(bytes) ? bytes.toString("latin1") : strictUtf8.decode(bytes);
}
