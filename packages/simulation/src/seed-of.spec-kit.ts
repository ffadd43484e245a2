import { type Cast, castOf } from "./cast.js";

/** The first seed whose world has this cast. */
export function seedOf({ traders, hasRelay, hasDesk }: Cast): number {
  for (let seed = 1; ; seed++) {
    const cast = castOf(seed);
    if (cast.traders === traders && cast.hasRelay === hasRelay && cast.hasDesk === hasDesk) {
      return seed;
    }
  }
}
