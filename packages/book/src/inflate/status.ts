/**
 * Why a stream was refused: the negative results of both inflaters, wasm and pure.
 * The AssemblyScript source imports this file too, so it holds plain integer constants and nothing else.
 */

/** The zlib or gzip header is not acceptable. */
export const corruptHeader = -1;
/** A deflate block is not acceptable: its type, its lengths, one of its codes, or a distance that reaches too far back. */
export const corruptBlock = -2;
/** Adler-32 or CRC-32 differs. */
export const corruptChecksum = -3;
/** The length that gzip states differs. */
export const corruptLength = -4;
/** The source ends before the stream does. */
export const truncated = -5;
/** Bytes follow the end of the stream. */
export const trailingBytes = -6;
/** The text is longer than the limit. */
export const tooLarge = -7;
