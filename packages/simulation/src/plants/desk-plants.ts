import type { ExclusiveSession, ExclusiveState, ExclusiveTrading } from "@depthwire/rest/internal";
import type { Plant } from "./plant.js";
import { standingStill } from "./standing-still.js";

type Guard = ExclusiveSession["guard"];

/** The same session with another state and another guard. */
function changed(session: ExclusiveSession, state: () => ExclusiveState, guard: Guard): ExclusiveSession {
  return {
    get state() {
      return state();
    },
    get holding() {
      return session.holding;
    },
    takeOver: () => session.takeOver(),
    release: () => session.release(),
    start: () => session.start(),
    close: () => session.close(),
    guard,
  };
}

/** The same trading by a program that has held the key once and never hears that it lost it. */
function neverLosing(exclusive: ExclusiveTrading): ExclusiveTrading {
  return {
    open: (parts) => {
      const session = exclusive.open(parts);
      let held: ExclusiveState | undefined;
      const look = (): ExclusiveState => {
        const { state } = session;
        held = state.phase === "holding" ? state : held;
        return held ?? state;
      };
      const unlessHeld = (check: () => void): void => (look().phase === "holding" ? undefined : check());
      return changed(session, look, {
        begin: (operation) => unlessHeld(() => session.guard.begin(operation)),
        sign: (operation, signedAtMs) => unlessHeld(() => session.guard.sign(operation, signedAtMs)),
      });
    },
  };
}

/** The same trading without a margin: signed times are not looked at, since without one none would pass. */
function withoutMargin(exclusive: ExclusiveTrading): ExclusiveTrading {
  return {
    open: (parts) => {
      const session = exclusive.open(parts);
      return changed(session, () => session.state, {
        begin: (operation) => session.guard.begin(operation),
        sign: (operation) => session.guard.sign(operation, 0),
      });
    },
  };
}

/** Faults of what keeps one program alone trading with a key. */
export const deskPlants: readonly Plant[] = [
  {
    name: "impatient-heir",
    text: "Whoever takes over a key waits for nothing that the former trader has under way.",
    foundBy: ["rivals"],
    within: "desk",
    rival: (parts) => ({
      ...parts,
      clockMarginMs: 0,
      outcomes: { toleranceMs: 1, marginMs: 0 },
      exclusive: (options) => withoutMargin(parts.exclusive(options)),
    }),
  },
  {
    name: "lost-key-unheard",
    text: "A program that has held a key never hears that it lost it.",
    foundBy: ["rivals"],
    within: "desk",
    rival: (parts) => ({ ...parts, exclusive: (options) => neverLosing(parts.exclusive(options)) }),
  },
  {
    name: "key-by-own-time",
    text: "A trader's clock stands still while it does: it believes that it holds the key when it goes on.",
    foundBy: ["rivals"],
    within: "desk",
    rival: (parts) => {
      const clock = standingStill(parts.clock);
      return {
        ...parts,
        exclusive: (options) => {
          const exclusive = parts.exclusive(options);
          return { open: (given) => exclusive.open({ ...given, clock }) };
        },
      };
    },
  },
];
