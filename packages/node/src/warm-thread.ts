/**
 * What a spare thread runs: it loads the module of a shard's thread, and is done. The module stays loaded.
 *
 * @param entry address of the module
 */
export default async function warmThread(entry: string): Promise<void> {
  await import(entry);
}
