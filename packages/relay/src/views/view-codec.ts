import { type Codec, compileRecord } from "@depthwire/core/internal";
import { type RelayView, relayView } from "@depthwire/schema/relay";

export type { RelayView };

/** Both directions of a view. */
export const relayViewCodec: Codec<RelayView> = /* @__PURE__ */ compileRecord(relayView);
