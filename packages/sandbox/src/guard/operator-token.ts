import { createHash, timingSafeEqual } from "node:crypto";
import { ValidationError } from "@depthwire/core";

/** What a header can carry behind `Bearer`. @spec RFC 6750, section 2.1 */
const tokenPattern = /^[A-Za-z0-9._~+/-]{16,512}=*$/;

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Compares texts with a token in a time that tells nothing of it. The token itself is not kept.
 *
 * @throws ValidationError `option-invalid` for a text that is too short, or that no header can carry; the text is in no error
 */
export function createTokenCheck(token: string): (text: string) => boolean {
  if (!tokenPattern.test(token)) {
    const rule = "at least 16 letters, digits or characters of ._~+/-";
    throw new ValidationError("option-invalid", { option: "operatorToken", rule });
  }
  const wanted = digest(token);
  return (text) => timingSafeEqual(digest(text), wanted);
}
