import { WakeWatch, type WakeWorld } from "./wake-watch.js";

/** Why connections cannot be believed any more. */
export type Suspension =
  /** The page is being frozen, or put away with its state: nothing runs until it is restored. */
  | { readonly kind: "frozen" }
  /** It slept, unasked: what came in meanwhile waits, and is old. */
  | { readonly kind: "slept"; readonly sleptMs: number }
  /** The browser has no network. */
  | { readonly kind: "offline" };

/** Somebody whose connections end with a suspension. */
export type SuspensionFollower = (suspension: Suspension) => void;

/** What becomes of the page or the worker that a venue is followed in. */
export interface PageLife {
  /** Before anything is read or taken in: finds out that the program slept, and tells its followers before it returns. */
  look(): void;
  /** Calls back at every suspension. Returns what ends that. */
  follow(follower: SuspensionFollower): () => void;
  /** Calls back whenever a suspension is over. Returns what ends that. */
  onReachable(retry: () => void): () => void;
  /** Tells its followers of a suspension that was heard elsewhere. */
  suspend(suspension: Suspension): void;
  /** Tells that one is over. */
  retry(): void;
  /** Ends all listening. */
  stop(): void;
}

/** The part of a page, or of a worker, that tells of its life. */
export interface LifeEvents {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
}

/** What {@link followPageLife} listens to. */
export interface LifeWorld extends WakeWorld {
  /** `window`, or the global of a worker. */
  readonly scope: LifeEvents;
  /** Undefined in a worker. */
  readonly document: (LifeEvents & { readonly wasDiscarded?: boolean }) | undefined;
  /** Calls back regularly, as regularly as the browser lets it. Returns what ends that. */
  every(periodMs: number, callback: () => void): () => void;
}

/** A turn comes at least so often. */
const beatMs = 500;

/** Follows the life of a page or a worker: its own events, and its clocks where no event tells. */
export function followPageLife(world: LifeWorld = browserWorld()): PageLife {
  return new FollowedLife(world);
}

class FollowedLife implements PageLife {
  readonly #watch: WakeWatch;
  readonly #followers = new Set<SuspensionFollower>();
  readonly #retries = new Set<() => void>();
  readonly #ends: (() => void)[] = [];

  constructor(world: LifeWorld) {
    this.#watch = new WakeWatch(world);
    const { scope, document } = world;
    this.#listen(document, "freeze", () => this.suspend({ kind: "frozen" }));
    this.#listen(document, "resume", () => this.#wake());
    this.#listen(document, "visibilitychange", () => this.look());
    this.#listen(scope, "pagehide", () => this.suspend({ kind: "frozen" }));
    this.#listen(scope, "pageshow", (event) => {
      // Every page shows once when it has loaded: nothing was put away then.
      if ((event as { readonly persisted?: boolean }).persisted === true) {
        this.#wake();
      }
    });
    this.#listen(scope, "offline", () => this.suspend({ kind: "offline" }));
    this.#listen(scope, "online", () => this.#wake());
    this.#ends.push(world.every(beatMs, () => this.look()));
  }

  look(): void {
    const sleptMs = this.#watch.look();
    if (sleptMs > 0) {
      this.suspend({ kind: "slept", sleptMs });
      this.retry();
    }
  }

  follow(follower: SuspensionFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  onReachable(retry: () => void): () => void {
    this.#retries.add(retry);
    return () => this.#retries.delete(retry);
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) {
      end();
    }
  }

  #wake(): void {
    this.look();
    this.retry();
  }

  /** {@inheritDoc PageLife.suspend} */
  suspend(suspension: Suspension): void {
    for (const follower of Array.from(this.#followers)) {
      follower(suspension);
    }
  }

  /** {@inheritDoc PageLife.retry} */
  retry(): void {
    for (const retry of Array.from(this.#retries)) {
      retry();
    }
  }

  #listen(target: LifeEvents | undefined, type: string, listener: (event: Event) => void): void {
    target?.addEventListener(type, listener);
    this.#ends.push(() => target?.removeEventListener(type, listener));
  }
}

function browserWorld(): LifeWorld {
  const page = typeof document === "undefined" ? undefined : document;
  return {
    monotonicMs: () => performance.now(),
    epochMs: () => Date.now(),
    isThrottled: () => page?.visibilityState === "hidden",
    scope: globalThis,
    document: page,
    every: (periodMs, callback) => {
      const timer = setInterval(callback, periodMs);
      return () => clearInterval(timer);
    },
  };
}
