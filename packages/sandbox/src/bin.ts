import { runSandboxProgram } from "./program/main.js";

process.exitCode = await runSandboxProgram(process.argv.slice(2));
