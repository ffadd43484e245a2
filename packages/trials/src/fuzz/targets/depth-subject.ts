import { createDepthChannel, type DepthChannel, type DepthSink, depthSectionCount } from "@depthwire/core/internal";
import { canonicalDecimal } from "@depthwire/testkit";
import { fuzzPair } from "../generate/depth-text.js";
import type { JudgedDepth, JudgedLevels } from "../judge/depth.js";
import type { Finding } from "../target.js";
import { lenient } from "./compare.js";

/** Most levels of one list that subjects and judges take. */
export const levelCapacity = 64;

/** A channel with scales that some numbers fit and others do not. */
export function fuzzChannel(text: string = `${fuzzPair}_depth`): DepthChannel {
  return createDepthChannel(fuzzPair, { priceScale: 2, quantityScale: 1 }, 0, text);
}

/** The channel as it was made, for the next input. */
export function resetScales(channel: DepthChannel): void {
  Object.assign(channel, { priceScale: 2, quantityScale: 1 });
}

/** What a sink holds, in the judge's words. */
export function depthInSink(
  sink: DepthSink,
  channel: DepthChannel,
): Exclude<JudgedDepth, { readonly kind: "refused" }> {
  const sections = Array.from({ length: depthSectionCount }, (_, section) => levelsOf(sink, channel, section));
  return { kind: sink.kind, seq: sink.seq, updatedAtMs: sink.updatedAtMs, sections };
}

function levelsOf(
  { exact, counts, prices, quantities, capacity }: DepthSink,
  channel: DepthChannel,
  section: number,
): JudgedLevels {
  if (exact !== undefined) {
    const { priceScale, quantityScale } = exact;
    return (exact.sections[section] ?? []).map(({ price, quantity }) => [
      canonicalDecimal({ digits: quantity, scale: quantityScale }),
      canonicalDecimal({ digits: price, scale: priceScale }),
    ]);
  }
  const { priceScale, quantityScale } = channel;
  return Array.from({ length: counts[section] as number }, (_, row) => {
    const at = section * capacity + row;
    return [
      canonicalDecimal({ digits: BigInt(quantities[at] as number), scale: quantityScale }),
      canonicalDecimal({ digits: BigInt(prices[at] as number), scale: priceScale }),
    ];
  });
}

/** Whether a reader found in a message what the judge finds. @param by who read it */
export function compareDepth(by: string, found: JudgedDepth, judged: JudgedDepth): readonly Finding[] {
  const [shown, wanted] = [JSON.stringify(found), JSON.stringify(judged)];
  if (judged.kind === "refused" || found.kind === "refused") {
    return judged.kind === found.kind
      ? []
      : [lenient(`${by} and the judge take different depth messages`, `${shown} where the judge has ${wanted}`)];
  }
  return shown === wanted
    ? []
    : [lenient(`${by} reads another depth message`, `${shown} where the judge has ${wanted}`)];
}
