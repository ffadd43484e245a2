import type { Context } from "hono";

/**
 * The request's body as it came, unless it is larger than `maxBytes`: then nothing. The rest is not read, so the connection, on
 * which it is still to come, ends with the answer.
 */
export async function readBody(context: Context, maxBytes: number): Promise<Uint8Array | undefined> {
  const stream = context.req.raw.body;
  if (stream === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      context.header("connection", "close");
      return undefined;
    }
    chunks.push(step.value);
  }
  return Buffer.concat(chunks);
}
