import type { Context } from "hono";

/**
 * The request's body as it came, unless it is larger than `maxBytes`: then nothing, and the rest is not read.
 * Bytes that are no UTF-8 become U+FFFD.
 */
export async function readBody(context: Context, maxBytes: number): Promise<string | undefined> {
  const stream = context.req.raw.body;
  if (stream === null) return "";
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(step.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
