declare module "*.css";

/** What Node made of the commands that the page plays; the build plays them, and writes this in. */
declare const nodeDigests: readonly import("./same-bytes/play-commands.js").PlayedDigests[];
