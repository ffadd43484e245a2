/** Passes rejections that nobody handles on as errors of the worker, which the page hears. */
export function reportRejections(): void {
  addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
}
