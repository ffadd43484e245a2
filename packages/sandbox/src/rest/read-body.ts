import type { Context } from "hono";

/** The request's body as it came, unless it is larger than `maxBytes`: then nothing, and the rest is not read. */
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
      return undefined;
    }
    chunks.push(step.value);
  }
  return Buffer.concat(chunks);
}
