import type { Deflate } from "@depthwire/core";
import { type EncodedFrame, encodeFrame } from "@depthwire/core/internal";
import type { ProfileRules } from "../profile.js";

/** Writes messages as one deployment would. */
export class FrameWriter {
  readonly #rules: ProfileRules;
  readonly #compress: Deflate;
  readonly #plainBelowBytes: number;

  /**
   * @param compress as the profile compresses
   * @param plainBelowBytes data messages shorter than this are not compressed
   */
  constructor(rules: ProfileRules, compress: Deflate, plainBelowBytes: number) {
    this.#rules = rules;
    this.#compress = compress;
    this.#plainBelowBytes = plainBelowBytes;
  }

  /** A message of a channel: compressed, unless it is short. Its JSON is ASCII, so characters count bytes. */
  data(text: string): EncodedFrame {
    return text.length < this.#plainBelowBytes ? this.plain(text) : this.compressed(text);
  }

  /** A message of the private stream, the answer to a login too. @spec field note 40 */
  private(text: string): EncodedFrame {
    return this.#rules.privateCompression === "always" ? this.compressed(text) : this.data(text);
  }

  /** A data message as it is. */
  plain(text: string): EncodedFrame {
    const { marker, plainEnding } = this.#rules;
    return encodeFrame(text, plainEnding === "newline" ? { marker, ending: "newline" } : { marker });
  }

  /** A compressed data message, however short. */
  compressed(text: string): EncodedFrame {
    return encodeFrame(text, { marker: this.#rules.marker, compress: this.#compress });
  }

  /** An error, a pong or a ping. */
  notice(text: string): EncodedFrame {
    return this.#rules.notices === "bare" ? encodeFrame(text, { marker: "none" }) : this.plain(text);
  }
}
