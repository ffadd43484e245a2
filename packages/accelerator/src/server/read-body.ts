import type { IncomingMessage } from "node:http";
import { RefusedError } from "./answer.js";

/** Longest body of a request, in bytes. */
export const maxBodyBytes: number = 64 * 1024;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's body.
 *
 * @throws RefusedError 413 for one that is too long, 400 for one that is not UTF-8; what the connection throws when the client goes away
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const declared = Number(request.headers["content-length"] ?? 0);
  const chunks: Buffer[] = [];
  let length = 0;
  if (declared <= maxBodyBytes) {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBodyBytes) {
        break;
      }
      chunks.push(chunk);
    }
  }
  if (declared > maxBodyBytes || length > maxBodyBytes) {
    throw new RefusedError(413, "body-too-large", `The body is longer than ${maxBodyBytes} bytes: send less at once`);
  }
  try {
    return strictUtf8.decode(Buffer.concat(chunks));
  } catch {
    throw new RefusedError(400, "value-invalid", "The body is not UTF-8");
  }
}
