import { VenueError } from "@depthwire/core";

/**
 * Whether a refusal may be that of a second copy of the request, whose first was carried out: the id is taken, the signature was used, the balance is
 * spent, the count is full. Only a refusal that every copy would get says that none was.
 *
 * @spec document 1, Errors
 */
export function mayAnswerCopy(error: unknown): boolean {
  return error instanceof VenueError && error.entry?.refusesEveryCopy !== true;
}
