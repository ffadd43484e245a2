import { createHmac } from "node:crypto";

/** Who signs: the deployment's name for the headers, and a key with its secret. */
export interface Signer {
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** HMAC-MD5 in lowercase hexadecimal, as document 1 signs everything. */
export function hmacMd5(secret: string, text: string): string {
  return createHmac("md5", secret).update(text).digest("hex");
}

/** The four headers of document 1's Authentication, over the timestamp's text and the exact body. */
export function signedHeaders(signer: Signer, body: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    "content-type": "application/json",
    [`${signer.serviceName}-api-key`]: signer.apiKey,
    [`${signer.serviceName}-timestamp`]: timestamp,
    [`${signer.serviceName}-api-sign`]: hmacMd5(signer.apiSecret, timestamp + body),
  };
}
