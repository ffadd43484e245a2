export { createEngine } from "@depthwire/stream";
