import { type DepthwireError, errorCodes, ValidationError, VenueError } from "@depthwire/core";

/**
 * What an error says to a person who asked over HTTP: what happened, to which of their fields or limits, and what to do next. Its own message is for
 * logs, with code and details.
 */
export function plainWords(error: DepthwireError): string {
  const { remedy } = errorCodes[error.code as keyof typeof errorCodes];
  const said =
    error instanceof VenueError ? ofVenue(error) : error instanceof ValidationError ? ofInput(error) : undefined;
  return said === undefined ? `${error.message}. ${remedy}` : said;
}

function ofVenue({ venueCode, details: { published }, entry }: VenueError): string {
  const words = published === "" ? "" : `, "${published}"`;
  return `The service refused it: ${entry?.meaning ?? "no table has the code"} (venue code ${venueCode}${words})`;
}

function ofInput({ code, details }: ValidationError): string | undefined {
  const found = details as Readonly<Record<string, unknown>>;
  const { path, rule, value, bound, limit, reason } = Object.fromEntries(
    Object.entries(found).map(([name, each]) => [name, String(each)]),
  );
  switch (code) {
    case "value-invalid":
      return `"${path}" must be ${rule}`;
    case "market-rule":
      return `"${path}" must be ${rule} (${bound}), and is ${value}. Nothing was sent`;
    case "limit-exceeded":
      return `The order is beyond your own limit ${limit}: ${value}, where ${bound} is allowed. Nothing was sent`;
    case "halted":
      return `Trading is halted (${reason}). Nothing was sent. DELETE /halt resumes it`;
    default:
      return undefined;
  }
}
