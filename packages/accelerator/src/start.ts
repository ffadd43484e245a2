/** What the command that starts everything needs beside the accelerator itself. */
export { type KeptToken, keptToken } from "./guard/token.js";
