import { Credential, headerStringToSign, sign } from "@depthwire/core";

/** Signs the body of one request: all that a program needs that writes its own requests. */
export function signBody(credential: Credential, timestampMs: number, body: string): string {
  return sign(credential, headerStringToSign(timestampMs, body));
}

export { Credential };
