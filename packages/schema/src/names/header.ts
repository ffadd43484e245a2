/**
 * Headers of a signed request; `{serviceName}` stands for the deployment's service name. Case means nothing on the wire.
 *
 * @spec document 1, Authentication; field note 1
 */
export const signedHeaders = {
  /** The form of the body; always `application/json`. */
  contentType: "content-type",
  /** The API key. */
  apiKey: "{serviceName}-api-key",
  /** The time of signing in epoch milliseconds, as decimal text. */
  timestamp: "{serviceName}-timestamp",
  /** Lower-case hexadecimal HMAC-MD5 over the timestamp's text followed by the body's text. */
  signature: "{serviceName}-api-sign",
} as const;

/** The form of every JSON body. */
export const jsonContentType = "application/json";

/** The form of a batch query's body. */
export const formContentType = "application/x-www-form-urlencoded";
