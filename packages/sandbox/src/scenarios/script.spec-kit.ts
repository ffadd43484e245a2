import type { coin, OperationsOf, spot, usdt, VenueCode, wallet } from "@depthwire/schema";
import type { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import type { FaultRule } from "../faults/fault.js";
import type { SandboxOptions } from "../options.js";
import type { Protocol } from "./listener.spec-kit.js";
import type { Scene } from "./scene.spec-kit.js";

type NamesOf<Name extends string, Family> = `${Name}.${Extract<keyof OperationsOf<Family>, string>}`;

/** An operation of the documents by its name, `usdt.placeOrder`. */
export type OperationName =
  | NamesOf<"usdt", typeof usdt>
  | NamesOf<"coin", typeof coin>
  | NamesOf<"spot", typeof spot>
  | NamesOf<"wallet", typeof wallet>;

/** A channel with its protocol: `prefix` is A, `channel` is B. */
export type ChannelId =
  | `prefix.${Extract<keyof typeof prefixProtocolChannels, string>}`
  | `channel.${Extract<keyof typeof channelProtocolChannels, string>}`;

/** What may become of a login to the private stream. */
export const loginOutcomes = [
  "success",
  "3012",
  "3024",
  "3025",
  "3026",
  "3027",
  "wrong-protocol",
  "logout",
  "relogin",
  "two-sessions",
] as const;

/** One of {@link loginOutcomes}. */
export type LoginOutcome = (typeof loginOutcomes)[number];

/** What a script shows. The runner fails a script that does not show it. */
export interface Covers {
  /** Operations that succeed. */
  readonly happy?: readonly OperationName[];
  /** Operations that are refused. */
  readonly unhappy?: readonly OperationName[];
  /** Codes that a user is told. */
  readonly codes?: readonly VenueCode[];
  /** Channels of which messages are looked at. */
  readonly channels?: readonly ChannelId[];
  /** Faults that happen. */
  readonly faults?: readonly FaultRule["kind"][];
  readonly logins?: readonly LoginOutcome[];
}

/** What stands at the head of a script. */
export interface ScriptHead {
  readonly covers: Covers;
  /** Notes of the field notes on what published clients live on, that it shows to hold. */
  readonly notes?: readonly number[];
  /** How the sandbox differs from the usual one: `4BTC_USDT` alone, whose time stands still. */
  readonly sandbox?: SandboxOptions;
}

/** One scenario: who does what, what comes back, what is pushed, what is on record afterwards. */
export interface Script extends ScriptHead {
  readonly title: string;
  readonly play: (scene: Scene) => Promise<void>;
}

/**
 * Writes a scenario down, the default export of a file `<group>/<name>.script.spec-kit.ts`. It reads like the transcript of a session
 * and must look at all four: the reply, what is pushed (all of it, in order), the ledger's sum, and the record afterwards.
 *
 * @example
 * ```ts
 * export default script("nobody closes more than he has", { covers: { codes: [2034] } }, async (scene) => {
 *   const { alice } = await holdingLong(scene);
 *   await alice.calls("usdt.placeOrder", closeLong("0.02"));
 *   alice.expectRefusal(2034);
 *   await alice.expectNothingHappened(); // no push, and every record as it was
 *   await scene.expectLedgerZero();
 * });
 * ```
 */
export function script(title: string, head: ScriptHead, play: Script["play"]): Script {
  return { title, ...head, play };
}

const protocolNames: Readonly<Record<Protocol, string>> = { prefix: "protocol A", channel: "protocol B" };

/**
 * Writes a scenario down that is the same over both protocols: it is played over each.
 *
 * @param title with `%s` where the protocol stands; no two scripts have one title
 * @param headOf what stands at the head over one of them
 */
export function scriptOfBoth(
  title: string,
  headOf: (protocol: Protocol) => ScriptHead,
  play: (scene: Scene, protocol: Protocol) => Promise<void>,
): readonly Script[] {
  return (["prefix", "channel"] as const).map((protocol) =>
    script(title.replace("%s", protocolNames[protocol]), headOf(protocol), (scene) => play(scene, protocol)),
  );
}
