import type { InputOf } from "@depthwire/schema";
import { type ChannelDepth, channelDepth, type DataKind } from "@depthwire/schema/internal";
import type { Deflate } from "../ports/inflate.js";
import { type Codec, compileRecord } from "../record/compile.js";
import { encodeChannelData } from "./message.js";

/** Both directions of the depth channel's payload. */
export const channelDepthCodec: Codec<ChannelDepth> = /* @__PURE__ */ compileRecord(channelDepth);

/**
 * Writes a message of a depth channel: a snapshot as full data, an update as incremental.
 *
 * @param channel as it is written on the wire, service name included
 * @throws ValidationError `value-invalid`
 * @spec document 1, Events, Protocol B; field note 19
 */
export function encodeChannelDepth(channel: string, depth: InputOf<ChannelDepth>, compress?: Deflate): string {
  const dataKind: DataKind = depth.kind === "snapshot" ? "full" : "incremental";
  return encodeChannelData({ channel, dataKind, payload: channelDepthCodec.encode(depth) }, compress);
}
