/**
 * Calls back once the present turn of the program has ended, before any timer: `queueMicrotask` where the host has it, a settled
 * promise elsewhere (QuickJS), which every host has.
 */
export function queueTurnEnd(task: () => void): void {
  if (typeof queueMicrotask === "function") {
    queueMicrotask(task);
  } else {
    void Promise.resolve().then(task);
  }
}
