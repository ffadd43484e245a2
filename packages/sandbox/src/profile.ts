import { deflateSync, gzipSync } from "node:zlib";
import type { Deflate } from "@depthwire/core";
import type { WireForms } from "./rest/wire-form.js";

/** Whose habits the sandbox has: what the two documents say, or what deployments were seen to do. */
export type Profile = "documented" | "deployed";

/** All profiles; the first is the default. */
export const profiles: readonly Profile[] = ["documented", "deployed"];

/** Where the profiles differ. */
export interface ProfileRules {
  /** The first character or byte of a data message. */
  readonly marker: "character" | "byte";
  /** The compression of long messages. */
  readonly compress: Deflate;
  /** What follows the JSON of a plain data message. */
  readonly plainEnding: "nothing" | "newline";
  /** How errors and pongs are written: like a plain data message, or as bare JSON. */
  readonly notices: "framed" | "bare";
  /** How the server asks for a sign of life. */
  readonly ping: "control" | "json";
  /** Which forms of a request are taken. */
  readonly wireForms: WireForms;
}

/**
 * Both profiles.
 *
 * @spec field notes 2, 3, 4, 8 and 26
 */
export const profileRules: Readonly<Record<Profile, ProfileRules>> = {
  documented: {
    marker: "character",
    compress: (text) => deflateSync(text),
    plainEnding: "nothing",
    notices: "framed",
    ping: "control",
    wireForms: "documented",
  },
  deployed: {
    marker: "byte",
    compress: (text) => gzipSync(text),
    plainEnding: "newline",
    notices: "bare",
    ping: "json",
    wireForms: "tolerant",
  },
};
