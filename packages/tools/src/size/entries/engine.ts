/** An engine for books: it is passed no other feature. */
export { assembleEngine } from "@depthwire/stream";
