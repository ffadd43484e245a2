/** Who takes part in a relay, with keys of its own. */
export const relayRoles = ["owner", "consumer", "recorder", "operator", "trader"] as const;

/** One of {@link relayRoles}. */
export type RelayRole = (typeof relayRoles)[number];
