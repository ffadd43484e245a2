export * from "./depth/depth-sink.js";
export * from "./ports/clock.js";
export * from "./ports/inflate.js";
export * from "./ports/logger.js";
export * from "./ports/random.js";
