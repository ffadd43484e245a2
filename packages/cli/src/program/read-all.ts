import { Refused } from "./refused.js";

/**
 * Everything that is piped in.
 *
 * @throws Refused `file-unusable` for more than `maxBytes`
 */
export async function readAll(stream: NodeJS.ReadableStream, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
    length += bytes.length;
    if (length > maxBytes) {
      throw new Refused("file-unusable", `More than ${maxBytes} bytes were piped in`, "Pass a smaller part.");
    }
    chunks.push(bytes);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
