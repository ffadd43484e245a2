import { runConformance } from "./main.js";

process.exitCode = await runConformance(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`));
