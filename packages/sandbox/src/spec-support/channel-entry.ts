import { gunzipSync, inflateSync } from "node:zlib";
import type { PushClient } from "./push-client.js";

/** An entry of a message of protocol B, as an independent reader sees it. */
export interface ChannelEntry {
  readonly channel: string;
  readonly binary: number;
  readonly data_type: number;
  /** Inflated and parsed. */
  readonly data: unknown;
  readonly compression: "none" | "zlib" | "gzip";
}

type Raw = Omit<ChannelEntry, "compression">;

/** The next message of a channel of protocol B. */
export async function nextEntry(
  client: PushClient,
  channel: string,
  fits: (entry: ChannelEntry) => boolean = () => true,
): Promise<ChannelEntry> {
  let found: ChannelEntry | undefined;
  await client.next(({ json }) => {
    const [raw] = Array.isArray(json) ? (json as Raw[]) : [];
    const entry = raw?.channel === channel ? entryOf(raw) : undefined;
    found = entry !== undefined && fits(entry) ? entry : undefined;
    return found !== undefined;
  });
  return found as ChannelEntry;
}

function entryOf(raw: Raw): ChannelEntry {
  if (typeof raw.data !== "string" || raw.binary === 0) {
    return { ...raw, compression: "none" };
  }
  const body = Buffer.from(raw.data, "base64");
  const isGzip = body[0] === 0x1f;
  const text = (isGzip ? gunzipSync(body) : inflateSync(body)).toString("utf8");
  return { ...raw, data: JSON.parse(text) as unknown, compression: isGzip ? "gzip" : "zlib" };
}
