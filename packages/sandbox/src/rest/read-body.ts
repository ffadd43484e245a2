import type { Context } from "hono";
import { joinBytes } from "./join-bytes.js";

/** The client went away while it sent its body. That is its own end: nobody waits for an answer, and nothing has failed. */
export class UploadAbandoned extends Error {
  override readonly name = "UploadAbandoned";
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function readOn(reader: BodyReader): Promise<Awaited<ReturnType<BodyReader["read"]>>> {
  try {
    return await reader.read();
  } catch (cause) {
    throw new UploadAbandoned("The client went away while it sent its body", { cause });
  }
}

/**
 * The request's body as it came, unless it is larger than `maxBytes`: then nothing. The rest is not read, so the connection, on
 * which it is still to come, ends with the answer.
 *
 * @throws UploadAbandoned
 */
export async function readBody(context: Context, maxBytes: number): Promise<Uint8Array | undefined> {
  const stream = context.req.raw.body;
  if (stream === null) {
    return new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let step = await readOn(reader); !step.done; step = await readOn(reader)) {
    length += step.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      context.header("connection", "close");
      return undefined;
    }
    chunks.push(step.value);
  }
  return joinBytes(chunks);
}
