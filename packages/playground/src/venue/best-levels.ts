/** Levels a side that are compared. */
export const comparedLevels = 10;

/** One level, as text. */
export interface LevelText {
  readonly price: string;
  readonly quantity: string;
}

/** The best levels of a book as one text: equal books have equal texts. */
export function bestText(asks: readonly LevelText[], bids: readonly LevelText[]): string {
  return [asks, bids].map(sideText).join("|");
}

function sideText(levels: readonly LevelText[]): string {
  return levels
    .slice(0, comparedLevels)
    .map(({ price, quantity }) => `${quantity}@${price}`)
    .join(" ");
}
