import { createPureInflate } from "@depthwire/book";
import { DepthBook, TextScanner } from "@depthwire/book/internal";
import { createDepthChannel, createFrameBody, decodeFrame } from "@depthwire/core/internal";

/** Frames to books in plain code, without a session: what an embedding program joins. */
export { createDepthChannel, createFrameBody, createPureInflate, DepthBook, decodeFrame, TextScanner };
