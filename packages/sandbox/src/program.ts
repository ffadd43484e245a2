/** The program itself, for commands that contain it. */
export { runSandboxProgram } from "./program/main.js";
