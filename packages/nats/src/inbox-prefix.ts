/**
 * Where answers for the holder of a key come. Each key has a place of its own, and `depthwire relay config` lets nobody else listen there: who could
 * would learn to which subject an answer goes, and have an owner's echo sent to it.
 */
export function inboxPrefixOf(publicKey: string): string {
  return `_INBOX.${publicKey}`;
}
