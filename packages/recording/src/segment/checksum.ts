import { crc32 } from "@depthwire/core/internal";

/** CRC-32 as zlib makes it, by the host: `crc32` of `node:zlib`. */
export type HostCrc32 = (bytes: Uint8Array) => number;

/** Below so many bytes, a call of the host with a view of them costs what it spares. */
const hostFromBytes = 512;

/** CRC-32 of `bytes[start, end)`, as an unsigned 32-bit integer: by the host where it has one. */
export function checksumOf(bytes: Uint8Array, start: number, end: number, byHost: HostCrc32 | undefined): number {
  return byHost === undefined || end - start < hostFromBytes
    ? crc32(bytes, start, end)
    : byHost(bytes.subarray(start, end));
}
