import type { EngineParts } from "./engine-parts.js";

declare const partOf: unique symbol;

/** A part of an engine, made by this package. What it holds is no promise. */
export interface EngineFeature<Name extends string> {
  readonly [partOf]: Name;
}

/** Parts of an engine that a program passes in. A bundle contains those that are passed, and books. */
export interface EngineFeatures {
  /** {@link channelStreams}: candles, trades and tickers, over both protocols. */
  readonly channels?: EngineFeature<"channels"> | undefined;
  /** {@link accountStreams}: logins, and the account that each follows. */
  readonly accounts?: EngineFeature<"accounts"> | undefined;
  /** {@link shardThreads}: shards in threads, whose books are read out of shared memory. Without it the option `shards` is 0. */
  readonly threads?: EngineFeature<"threads"> | undefined;
  /** {@link wireTaps}: the port `wireTap`. */
  readonly wireTap?: EngineFeature<"wireTap"> | undefined;
  /** {@link everyProtocol}: protocol B besides A, for an engine without `channels`, which bring both. */
  readonly protocols?: EngineFeature<"protocols"> | undefined;
}

/** Hides what a feature holds from its users. */
export function featureOf<Name extends keyof EngineFeatures & keyof EngineParts>(
  part: NonNullable<EngineParts[Name]>,
): EngineFeature<Name> {
  return part as unknown as EngineFeature<Name>;
}

/** What the features hold. */
export function partsOf(features: EngineFeatures): EngineParts {
  return features as unknown as EngineParts;
}
