import {
  type DepthScales,
  type DepthSink,
  depthSectionCount,
  type ExactDepth,
  type ExactLevel,
} from "@depthwire/core/internal";

/** The levels of a message, whichever way the sink holds them. `scales` are those of its columns. */
export function exactDepthOf(sink: DepthSink, { priceScale, quantityScale }: DepthScales): ExactDepth {
  return sink.exact ?? { priceScale, quantityScale, sections: exactSections(sink) };
}

function exactSections({ counts, prices, quantities, capacity }: DepthSink): ExactLevel[][] {
  return Array.from({ length: depthSectionCount }, (_, section) =>
    Array.from({ length: counts[section] as number }, (__, index) => ({
      price: BigInt(prices[section * capacity + index] as number),
      quantity: BigInt(quantities[section * capacity + index] as number),
    })),
  );
}

/** The same levels at scales that are not coarser. */
export function refined(depth: ExactDepth, { priceScale, quantityScale }: DepthScales): ExactDepth {
  const priceFactor = 10n ** BigInt(priceScale - depth.priceScale);
  const quantityFactor = 10n ** BigInt(quantityScale - depth.quantityScale);
  const sections = depth.sections.map((levels) =>
    levels.map(({ price, quantity }) => ({ price: price * priceFactor, quantity: quantity * quantityFactor })),
  );
  return { priceScale, quantityScale, sections };
}
