import type { OperationVector } from "@depthwire/testkit";

/** The bytes of a request and of its answer as text, without headers that every HTTP client adds. */
export function rawExchange(vector: OperationVector): { readonly request: string; readonly answer: string } {
  const { method, path, query, headers, body } = vector.request;
  const address = query === undefined ? path : `${path}?${query}`;
  return {
    request: message([`${method} ${address} HTTP/1.1`, ...headerLines(headers)], body),
    answer: message(["HTTP/1.1 200 OK", "content-type: application/json"], vector.responseSent ?? vector.responseBody),
  };
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function message(head: readonly string[], body: string | undefined): string {
  return [...head, ...(body === undefined ? [] : ["", body])].join("\n");
}
