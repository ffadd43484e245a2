// Plays so many commands (1,000 if none are named) and prints their digests as one line of JSON, in any runtime that has
// `console` and `process.argv`: node, bun, deno run --allow-read, …
//   node packages/playground/same-bytes.mjs 10000
import { playCommands } from "./dist/same-bytes/play-commands.js";

const [, , commands = "1000", seed = "7"] = process.argv;
console.log(JSON.stringify(playCommands({ commands: Number(commands), seed: Number(seed) })));
