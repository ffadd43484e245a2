import { formatScaled, parseDecimal, trimDecimal } from "@depthwire/core/internal";

/** A decimal as an integer and its scale. */
export interface ScaledDecimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Sums decimals without rounding. */
export class ExactSum {
  #digits = 0n;
  #scale = 0;

  add({ digits, scale }: ScaledDecimal): void {
    if (scale > this.#scale) {
      this.#digits *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    this.#digits += scale === this.#scale ? digits : digits * 10n ** BigInt(this.#scale - scale);
  }

  /** The sum, without zeros at its end. */
  get text(): string {
    return trimDecimal(formatScaled(this.#digits, this.#scale));
  }
}

/** Price, quantity and their product, summed over rows: what an export of the same rows must come to. */
export class RowSums {
  readonly price: ExactSum = new ExactSum();
  readonly quantity: ExactSum = new ExactSum();
  readonly notional: ExactSum = new ExactSum();

  /** @throws ProtocolError for what is no decimal */
  add(priceText: string, quantityText: string): void {
    const price = parseDecimal(priceText);
    const quantity = parseDecimal(quantityText);
    this.price.add(price);
    this.quantity.add(quantity);
    this.notional.add({ digits: price.digits * quantity.digits, scale: price.scale + quantity.scale });
  }

  /** A row that takes a level away: its price counts, its quantity is 0. */
  addRemoved(priceText: string): void {
    this.price.add(parseDecimal(priceText));
  }

  toJSON(): { readonly price: string; readonly quantity: string; readonly notional: string } {
    return { price: this.price.text, quantity: this.quantity.text, notional: this.notional.text };
  }
}
