/** The program itself, for commands that contain it. */
export { runAcceleratorProgram } from "./program/main.js";
