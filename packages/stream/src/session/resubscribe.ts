import type { SessionEffect, SessionInput } from "./session-events.js";
import type { SessionState, SessionStep } from "./session-state.js";

/** Inputs that change or renew what is wanted. */
export type ChannelInput = Extract<SessionInput, { readonly channel: string }>;

/**
 * What is wanted is remembered in any phase; it is sent now or when the session becomes open, never both.
 *
 * @spec field note 6
 */
export function changeChannels(state: SessionState, { kind, channel }: ChannelInput): SessionStep {
  const wanted = state.channels.includes(channel);
  const isOpen = state.phase === "open";
  const subscribe: SessionEffect = { kind: "send-subscribe", channel };
  const unsubscribe: SessionEffect = { kind: "send-unsubscribe", channel };
  if (kind === "subscribe") {
    const channels = wanted ? state.channels : [...state.channels, channel];
    return { state: { ...state, channels }, effects: isOpen && !wanted ? [subscribe] : [] };
  }
  if (!wanted) {
    return { state, effects: [] };
  }
  if (kind === "unsubscribe") {
    const channels = state.channels.filter((other) => other !== channel);
    return { state: { ...state, channels }, effects: isOpen ? [unsubscribe] : [] };
  }
  return { state, effects: isOpen ? [unsubscribe, subscribe] : [] };
}
