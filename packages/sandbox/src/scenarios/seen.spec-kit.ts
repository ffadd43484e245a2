import { createChannelParser } from "@depthwire/core/internal";
import { defaultServiceName, type VenueCode } from "@depthwire/schema";
import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import type { Message, Protocol } from "./listener.spec-kit.js";
import type { Covers, LoginOutcome } from "./script.spec-kit.js";

/** What a script must assert, each at least once. */
export const assertions = ["reply", "pushes", "ledger", "record"] as const;

/** One of {@link assertions}. */
export type Assertion = (typeof assertions)[number];

const parsers = {
  prefix: createChannelParser(prefixProtocolChannels, ""),
  channel: createChannelParser(channelProtocolChannels, defaultServiceName),
};

const grammars = { prefix: prefixProtocolChannels, channel: channelProtocolChannels };

/** The id of a channel, `prefix.depth`; nothing for any other name. */
function channelId(protocol: Protocol, channel: string): string | undefined {
  const kind = parsers[protocol](channel)?.kind;
  const found = Object.entries(grammars[protocol]).find(([, grammar]) => grammar.kind === kind);
  return found === undefined ? undefined : `${protocol}.${found[0]}`;
}

/** What a script has shown and asserted so far. */
export class Seen {
  readonly asserted: Set<Assertion> = new Set();
  readonly #shown: Record<keyof Covers, Set<unknown>> = {
    happy: new Set(),
    unhappy: new Set(),
    codes: new Set(),
    channels: new Set(),
    faults: new Set(),
    logins: new Set(),
  };

  /** An operation succeeded, as it was expected to. */
  happy(operation: string): void {
    this.#shown.happy.add(operation);
    this.asserted.add("reply");
  }

  /** An operation was refused, as it was expected to be. */
  unhappy(operation: string, code: VenueCode): void {
    this.#shown.unhappy.add(operation);
    this.code(code);
  }

  /** Somebody was told a code. */
  code(code: VenueCode): void {
    this.#shown.codes.add(code);
    this.asserted.add("reply");
  }

  /** A login came to this end. */
  login(outcome: LoginOutcome): void {
    this.#shown.logins.add(outcome);
  }

  /** A fault happened. */
  fault(kind: string): void {
    this.#shown.faults.add(kind);
  }

  /** Pushed messages were looked at. */
  messages(protocol: Protocol, messages: readonly Message[]): void {
    this.asserted.add("pushes");
    for (const { channel, error, is } of messages) {
      if (error !== undefined) {
        this.code(Number(error.code) as VenueCode);
      } else if (is !== undefined) {
        this.#shown.channels.add(channelId(protocol, channel ?? ""));
      }
    }
  }

  /** What is declared and was not shown. */
  missing(covers: Covers): readonly string[] {
    return Object.entries(covers).flatMap(([kind, declared]: [string, readonly unknown[]]) =>
      declared.filter((one) => !this.#shown[kind as keyof Covers].has(one)).map((one) => `${kind}: ${String(one)}`),
    );
  }
}
