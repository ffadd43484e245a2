/** What a client's message says about the protocol that it speaks. */
export type SpokenProtocol = "prefix" | "channel";

/**
 * The protocol that a message belongs to: protocol B's channels begin with the service's name. Nothing for pings, pongs, and what
 * cannot be read.
 */
export function protocolOf(text: string, serviceName: string): SpokenProtocol | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { sub, unsub, channel, event } = { ...(message as object) } as Readonly<Record<string, unknown>>;
  const named = [sub, unsub, channel].find((name): name is string => typeof name === "string");
  if (named === undefined) {
    return undefined;
  }
  const isOfService = named.startsWith(`${serviceName}_sub_`);
  return isOfService || event === "removeChannel" ? "channel" : "prefix";
}
