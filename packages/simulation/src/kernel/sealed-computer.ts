/** What of the real computer was asked for, and by whom. */
export type Breach = (what: string, stack: string) => void;

/** Functions of the computer that give time, chance, or a turn later. `setImmediate` is looked at as the others are; the timeline took its own before. */
const sealedGlobals = ["setTimeout", "setInterval", "setImmediate"] as const;

/**
 * Lets nothing of a run reach the real computer's time, timers and chance unnoticed: each use is told, and then served, so that a run can end.
 *
 * @returns undoes it
 */
export function sealComputer(breach: Breach): () => void {
  const undo: (() => void)[] = [];
  const seal = <Name extends string>(owner: Record<Name, unknown>, name: Name, what: string): void => {
    const own = Object.hasOwn(owner, name);
    const real = owner[name] as (...given: unknown[]) => unknown;
    const told = function (this: unknown, ...given: unknown[]): unknown {
      breach(what, new Error(what).stack ?? "");
      return real.apply(this, given);
    };
    Object.defineProperty(owner, name, { value: told, configurable: true, writable: true });
    undo.push(() => {
      if (own) {
        Object.defineProperty(owner, name, { value: real, configurable: true, writable: true });
      } else {
        Reflect.deleteProperty(owner, name);
      }
    });
  };
  const globals = globalThis as unknown as Record<string, unknown>;
  for (const name of sealedGlobals) {
    seal(globals, name, name);
  }
  seal(Math as unknown as Record<"random", unknown>, "random", "Math.random");
  seal(performance as unknown as Record<"now", unknown>, "now", "performance.now");
  seal(crypto as unknown as Record<"getRandomValues", unknown>, "getRandomValues", "crypto.getRandomValues");
  seal(crypto as unknown as Record<"randomUUID", unknown>, "randomUUID", "crypto.randomUUID");
  seal(Date as unknown as Record<"now", unknown>, "now", "Date.now");
  const realDate = Date;
  globals["Date"] = new Proxy(realDate, {
    construct: (target, given: unknown[]) => {
      if (given.length === 0) {
        breach("new Date()", new Error("new Date()").stack ?? "");
      }
      return Reflect.construct(target, given) as object;
    },
  });
  undo.push(() => {
    globals["Date"] = realDate;
  });
  return () => {
    for (const act of undo.toReversed()) {
      act();
    }
  };
}
