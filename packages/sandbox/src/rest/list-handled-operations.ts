/** Names of the operations that a sandbox answers. The whole exchange is loaded for it: who imports the inner door for something else does not pay for that. */
export async function listHandledOperations(): Promise<readonly string[]> {
  return (await import("./handlers.js")).handledOperations;
}
