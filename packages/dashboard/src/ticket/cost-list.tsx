import type { JSX } from "preact";
import { backings, facts } from "../data/reference.js";
import { pair } from "../data/settings.js";
import { coinsOf, grouped, sumText, unknownText } from "../numbers/format.js";
import { Figure } from "../shell/figure.js";
import { opens, positionSideOf } from "./draft.js";
import { costs, draft } from "./ticket-state.js";

/** What the order costs and leads to. */
export function CostList(): JSX.Element {
  const { value, margin, fee, feeKind, positionAfter, liquidation, availableAfter } = costs.value;
  const [coin, pricing] = coinsOf(pair.value);
  const scale = facts.value.get(pair.value)?.priceScale ?? 0;
  const backing = backings.value.get(pair.value);
  const leverage = positionSideOf(draft.value) === "long" ? backing?.long : backing?.short;
  const whyNoMargin = backing === undefined ? "leverage not known" : undefined;
  const whyNoPrice = backing?.mode === "cross" ? "moves: cross" : whyNoMargin;
  const rows: readonly (readonly [name: string, text: string | undefined, unit: string, why?: string | undefined])[] = [
    ["Value", value, pricing],
    [`Fee as ${feeKind}, at most`, fee, pricing],
    ...(opens(draft.value)
      ? [
          [`Margin${leverage === undefined ? "" : ` at ×${leverage}`}`, margin, pricing, whyNoMargin] as const,
          ["Liquidation, before", liquidation, pricing, whyNoPrice] as const,
          ["Available then", availableAfter, pricing] as const,
        ]
      : []),
    ["Position then", positionAfter, coin],
  ];
  return (
    <dl aria-label="What the order comes to">
      {rows.map(([name, text, unit, why]) => (
        <div class="line" key={name}>
          <dt>{name}</dt>
          <dd class="figure">
            {text === undefined ? (
              <span class="faint">{value === undefined ? unknownText : (why ?? unknownText)}</span>
            ) : (
              <>
                <Figure
                  text={
                    name.startsWith("Liq")
                      ? grouped(text, scale)
                      : name === "Position then"
                        ? grouped(text)
                        : sumText(text)
                  }
                  exact={text}
                />{" "}
                <span class="faint">{unit}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
