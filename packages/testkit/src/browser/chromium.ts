import { existsSync } from "node:fs";

/** Path of Debian's Chromium; undefined where it is not installed. */
export function debiansChromium(): string | undefined {
  return ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
}

/** It touches nothing but this computer. */
export const quietFlags: string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
