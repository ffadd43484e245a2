import { readFile } from "node:fs/promises";

/** Linux makes up an id each time the machine starts. */
const bootIdFile = "/proc/sys/kernel/random/boot_id";

/** Tells the machine's runs apart: after a lost machine it is another one. Empty where the system has no such id. */
export async function readMachineBoot(): Promise<string> {
  try {
    return (await readFile(bootIdFile, "utf8")).trim();
  } catch {
    return "";
  }
}
