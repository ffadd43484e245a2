/** Debian's Chromium, and pages on loopback for it, in specs and in commands that test. */
export * from "./browser/chromium.js";
export { hostFiles, type StaticHost, type StaticHostOptions } from "./browser/static-host.js";
