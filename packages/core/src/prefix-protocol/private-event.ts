import type { InputOf } from "@depthwire/schema";
import { type PrivateEvent, privateChannel, privateEvent } from "@depthwire/schema/internal";
import { type Codec, compileRecord } from "../record/compile.js";
import { encodePrefixData } from "./message.js";

/** Both directions of the private stream's payload, `{ kind, value }`. */
export const privateEventCodec: Codec<PrivateEvent> = /* @__PURE__ */ compileRecord(privateEvent);

/** Events that say everything of their kind; the others say what changed. */
const initialKinds: ReadonlySet<PrivateEvent["kind"]> = new Set(["all-assets", "all-positions", "all-orders"]);

/**
 * Writes one event of the private stream.
 *
 * @param userId whose stream it is
 * @spec document 1, Events, Private stream data
 */
export function encodePrivateEvent(userId: string, event: InputOf<PrivateEvent>): string {
  const dataKind = initialKinds.has(event.kind) ? "full" : "incremental";
  return encodePrefixData({ channel: privateChannel, userId, dataKind, payload: privateEventCodec.encode(event) });
}
