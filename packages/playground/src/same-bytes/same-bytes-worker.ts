import { type PlayOptions, playCommands } from "./play-commands.js";

addEventListener("message", ({ data }: MessageEvent<PlayOptions>) => postMessage(playCommands(data)));
