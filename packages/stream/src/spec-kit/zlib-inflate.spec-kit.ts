import { gunzipSync, inflateSync } from "node:zlib";
import { type Inflate, ProtocolError } from "@depthwire/core";

/** The oracle's inflater. It reports every kind of damage as `frame-corrupt`. */
export function createSpecInflate(): Inflate {
  return {
    output: new Uint8Array(0),
    inflate(source, start, end, maxInflatedBytes) {
      const body = source.subarray(start, end);
      try {
        const inflated = body[0] === 0x1f ? gunzipSync(body) : inflateSync(body, { maxOutputLength: maxInflatedBytes });
        Object.assign(this, { output: inflated });
        return inflated.length;
      } catch (error) {
        throw new ProtocolError("frame-corrupt", { check: "block" }, { cause: error });
      }
    },
  };
}
