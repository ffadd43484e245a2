import { ProtocolError, ValidationError } from "@depthwire/core";
import { formatChannel } from "@depthwire/core/internal";
import { prefixBookChannels } from "@depthwire/schema/internal";
import type { Dialect, DialectOptions } from "./dialect.js";
import { createPrefixDialect } from "./prefix-reader.js";

/**
 * Protocol A for books alone: nothing of other channels, of logins and of protocol B comes with it.
 *
 * @throws ValidationError `option-invalid` for protocol B
 */
export function createBookDialect({ protocol }: DialectOptions): Dialect {
  if (protocol !== "prefix") {
    throw new ValidationError("option-invalid", {
      option: "protocol",
      rule: "prefix where everyProtocol is not passed",
    });
  }
  return createPrefixDialect({
    channelOf: ({ kind, pair }) => (kind === "depth" ? formatChannel(prefixBookChannels.depth, { pair }) : undefined),
    // Nobody subscribes to another channel, and nobody logs in.
    encodeLogin: () => "",
    readEvent: ({ channel }) => {
      throw new ProtocolError("unknown-channel", { channel });
    },
  });
}
