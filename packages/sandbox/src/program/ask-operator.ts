import type { Printed } from "./list-scenarios.js";

/** One request at an operator's address of a sandbox that runs. */
export interface OperatorQuestion {
  /** Where the sandbox listens. */
  readonly venue: string;
  /** The operator's, where there is one. */
  readonly token: string | undefined;
  readonly method: string;
  /** Below `/_sandbox/`. */
  readonly path: string;
  readonly body?: object;
}

/**
 * Asks a sandbox that runs.
 *
 * @param words what is printed of the answer's text
 * @throws Error of the network when nobody answers
 */
export async function askOperator(
  { venue, token, method, path, body }: OperatorQuestion,
  words: (text: string) => string,
): Promise<Printed> {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${venue.replace(/\/$/, "")}/_sandbox/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return answer.ok
    ? { text: words(text), exitCode: 0 }
    : { text: `${venue} refuses with HTTP ${answer.status}: ${text.slice(0, 500)}\n`, exitCode: 1 };
}
