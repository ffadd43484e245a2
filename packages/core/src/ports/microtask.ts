/**
 * Calls back once the present turn of the program has ended, before any timer: `queueMicrotask` where the host has it, a settled
 * promise elsewhere (QuickJS), which every host has.
 */
export function queueTurnEnd(callback: () => void): void {
  if (typeof queueMicrotask === "function") {
    queueMicrotask(callback);
  } else {
    void Promise.resolve().then(callback);
  }
}
