import type { ValidationErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `ValidationError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const validationSentences: Readonly<Record<ValidationErrorCode, string>> = {
  "option-invalid": "An option is not usable",
  "value-invalid": "A value is not usable",
  "credential-invalid": "The API key or its secret is not usable",
  "browser-secrets": "API secrets in a web page were not allowed",
  "market-rule": "The order breaks a rule of its market",
  "limit-exceeded": "The order is beyond a limit that the caller set",
  halted: "Trading is halted",
};
