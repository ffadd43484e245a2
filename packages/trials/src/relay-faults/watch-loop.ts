const turnEveryMs = 20;
/** A turn that comes this late is told: what was not scheduled cannot do better. */
const lateMs = 30;

/** Tells when this process was not scheduled, or did something else. Epoch milliseconds. @returns ends it */
export function watchLoop(tell: (span: { readonly fromMs: number; readonly untilMs: number }) => void): () => void {
  let lastMs = Date.now();
  const turning = setInterval(() => {
    const nowMs = Date.now();
    if (nowMs - lastMs > turnEveryMs + lateMs) {
      tell({ fromMs: lastMs, untilMs: nowMs });
    }
    lastMs = nowMs;
  }, turnEveryMs);
  return () => clearInterval(turning);
}
