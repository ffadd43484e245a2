/** What fails in a worker without anybody waiting for it reaches the page as any error of the worker does. */
export function reportRejections(): void {
  addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
}
