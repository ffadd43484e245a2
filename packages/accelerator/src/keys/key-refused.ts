import { ValidationError } from "@depthwire/core";

/** A key that is not kept, or not used, in words for the person whose key it is. Nothing of a key stands in them. */
export class KeyRefused extends ValidationError<"credential-invalid"> {
  /** What happened, to which file, and what to do next. */
  readonly words: string;

  /** @param rule what key or file must be */
  constructor(rule: string, words: string) {
    super("credential-invalid", { part: "secret", rule }, { meaning: words });
    this.words = words;
  }
}
