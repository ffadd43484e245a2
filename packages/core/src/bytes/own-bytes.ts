/**
 * Bytes in a buffer of their own, which no other thread shares: `Uint8Array<ArrayBuffer>`. Said by way of a method, since compilers before
 * TypeScript 5.7 do not know that type by its name.
 */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;
