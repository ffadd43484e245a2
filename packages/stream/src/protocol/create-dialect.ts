import { createChannelDialect } from "./channel-dialect.js";
import type { Dialect, DialectOptions } from "./dialect.js";
import { prefixDialect } from "./prefix-dialect.js";

/** The dialect of a connection. */
export function createDialect({ protocol, serviceName }: DialectOptions): Dialect {
  return protocol === "prefix" ? prefixDialect : createChannelDialect(serviceName);
}
