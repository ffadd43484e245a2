import { createInflate } from "@depthwire/book";
import { DepthBook, scannerFor } from "@depthwire/book/internal";
import { createDepthChannel, createFrameBody, decodeFrame } from "@depthwire/core/internal";

/** Frames to books with the WebAssembly module, and in plain code where a host bars it. */
export { createDepthChannel, createFrameBody, createInflate, DepthBook, decodeFrame, scannerFor };
