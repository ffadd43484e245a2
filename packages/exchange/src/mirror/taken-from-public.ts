/**
 * What users have taken from the public, by price: its messages still show it, since elsewhere nobody took it. It is not there a second time
 * until the public's own quantity has fallen as far, or is gone.
 */
export interface TakenFromPublic {
  /** From those who wanted to buy. */
  readonly buy: Map<number, number>;
  /** From those who wanted to sell. */
  readonly sell: Map<number, number>;
}
