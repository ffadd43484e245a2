import type { explainSignature, SignatureExplanation } from "@depthwire/core";

type Scheme = Parameters<typeof explainSignature>[1]["scheme"];

/** What each scheme signs, and where its signature goes. */
export const schemeWords: Readonly<Record<Scheme, { readonly signs: string; readonly goesInto: string }>> = {
  headers: {
    signs: "the timestamp's digits, then the body exactly as it is sent, nothing between",
    goesInto: "the header {service name}-api-sign, beside -api-key and -timestamp with the same digits",
  },
  "prefix-login": {
    signs: "the login's fields without the signature, keys in alphabetical order",
    goesInto: "the field sign of the login of protocol A",
  },
  "channel-login": {
    signs: "the login's fields without the signature, keys in alphabetical order",
    goesInto: "the field sign of the login of protocol B",
  },
  "batch-query": {
    signs: "the text of cmds exactly as it is sent, before it is encoded for the form",
    goesInto: "the field sign of the form, beside cmds and apikey",
  },
};

/** What a signature that was made elsewhere is, in words. */
export const findingWords: Readonly<Record<NonNullable<SignatureExplanation["finding"]>, string>> = {
  right: "it is the same.",
  "not-32-hexadecimal-digits": "a signature has 32 hexadecimal digits.",
  "upper-case": "its digits must be small letters.",
  "body-left-out": "only the timestamp was signed.",
  "empty-object-in-place-of-no-body": "{} was signed although nothing is sent.",
  "timestamp-in-seconds": "the timestamp was in seconds; it must be in milliseconds.",
  "spaces-left-out": "the body was signed without the spaces that are sent.",
  "spaces-put-in": "the body was signed with spaces that are not sent.",
  "keys-sorted": "the body's keys were sorted for signing; sign what is sent.",
  "body-before-timestamp": "the body was signed before the timestamp.",
  "another-text-or-another-secret": "another text was signed, or with another secret.",
};
