import { addDecimals } from "@depthwire/core";
import type { PrivateEvent } from "@depthwire/schema/internal";
import { ValuesOverTime } from "./over-time.js";
import { type CreatePlot, timeWords } from "./plot.js";

type Asset = Extract<PrivateEvent, { readonly kind: "asset" }>["value"];

/** What the account had of each coin: free, held back for orders, and margin of positions. What open positions won or lost is not in it. */
export const equity: CreatePlot = () => {
  const values = new ValuesOverTime();
  const add = (asset: Asset, localUs: number): void => {
    const { available, fixedFrozen, crossFrozen, fixedMargin, crossMargin, coin } = asset;
    const held = [fixedFrozen, crossFrozen, fixedMargin, crossMargin];
    values.add(coin, localUs, Number(held.reduce<string>((sum, part) => addDecimals(sum, part), available)));
  };
  return {
    listener: {
      kinds: new Set(["private"]),
      event({ event, localUs }) {
        if (event.kind !== "private") {
          return;
        }
        if (event.event.kind === "asset") {
          add(event.event.value, localUs);
        } else if (event.event.kind === "all-assets") {
          for (const asset of event.event.value) {
            add(asset, localUs);
          }
        }
      },
    },
    draw: (read, size) =>
      values.drawPanels(
        {
          title: "Equity",
          subtitle: `Free, held back and margin, without what open positions won or lost; ${timeWords(read)}`,
        },
        read,
        size,
      ),
  };
};
