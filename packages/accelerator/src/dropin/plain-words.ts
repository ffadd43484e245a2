import { type DepthwireError, errorCodes, OrderOutcomeUnknown, ValidationError, VenueError } from "@depthwire/core";
import { usdt, wallet } from "@depthwire/schema";

/**
 * What an error says to a person who asked over HTTP: what happened, to which of their fields or limits, and what to do next. Its own message is for
 * logs, with code and details.
 */
export function plainWords(error: DepthwireError): string {
  const { remedy } = errorCodes[error.code as keyof typeof errorCodes];
  return saidOf(error) ?? `${error.message}. ${remedy}`;
}

function saidOf(error: DepthwireError): string | undefined {
  if (error instanceof VenueError) {
    return ofVenue(error);
  }
  if (error instanceof OrderOutcomeUnknown) {
    return ofUnknown(error);
  }
  return error instanceof ValidationError ? ofInput(error) : undefined;
}

/** Where a caller sees whether a call was carried out, by the call's name. */
const shownAt: Readonly<Record<string, string>> = {
  [usdt.placePlanOrder.name]: "GET /plan-orders",
  [usdt.transferFunds.name]: "GET /account",
  [usdt.adjustMargin.name]: "GET /positions",
  [wallet.withdraw.name]: `POST ${wallet.listWithdrawals.path}`,
};

function ofUnknown({ details: { operation, clientOrderId } }: OrderOutcomeUnknown): string {
  const byId = `POST ${usdt.getOrdersByClientOrderId.path} with {"order_ids":["${clientOrderId}"]}, and GET /orders,`;
  const place = clientOrderId === undefined ? `${shownAt[operation] ?? "GET /orders"} and the service` : `${byId}`;
  return `The service gave no answer that tells, and may have carried it out: never send it again before you know. ${place} show what became of it`;
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
