import { runAcceleratorProgram } from "./program/main.js";

process.exitCode = await runAcceleratorProgram(process.argv.slice(2));
