import { ValidationError } from "@depthwire/core";
import { createHmacMd5, encodeUtf8 } from "@depthwire/core/internal";

/** What a header can carry behind `Bearer`. @spec RFC 6750, section 2.1 */
const tokenPattern = /^[A-Za-z0-9._~+/-]{16,512}=*$/;

/**
 * Compares texts with a token in a time that tells nothing of it: their digests are compared, under a key that whoever guesses does
 * not know.
 *
 * @throws ValidationError `option-invalid` for a text that is too short, or that no header can carry; the text is in no error
 */
export function createTokenCheck(token: string): (text: string) => boolean {
  if (!tokenPattern.test(token)) {
    const rule = "at least 16 letters, digits or characters of ._~+/-";
    throw new ValidationError("option-invalid", { option: "operatorToken", rule });
  }
  const { hex } = createHmacMd5(encodeUtf8(token));
  const wanted = hex(token);
  return (text) => hex(text) === wanted;
}
