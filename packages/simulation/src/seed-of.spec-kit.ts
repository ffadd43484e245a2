import { type Cast, castOf } from "./cast.js";

/** The first seed whose world has this cast, and nobody beside it, among those that suit. */
export function seedOf(wanted: Partial<Cast>, suits: (seed: number) => boolean = () => true): number {
  const whole: Cast = { traders: 0, threaded: 0, hasRelay: false, hasDesk: false, hasAccelerator: false, ...wanted };
  for (let seed = 1; ; seed++) {
    const cast = castOf(seed);
    if (Object.entries(whole).every(([part, value]) => cast[part as keyof Cast] === value) && suits(seed)) {
      return seed;
    }
  }
}
