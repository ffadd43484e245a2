/** What the accelerator answered. */
export type Answer<Value> =
  | { readonly kind: "done"; readonly value: Value; readonly ageMs: number | undefined }
  /** It was refused, in words. */
  | { readonly kind: "refused"; readonly status: number; readonly code: string; readonly words: string }
  /** Nobody answered: what was to be changed may have been changed. */
  | { readonly kind: "no-answer"; readonly words: string };

/** How something is asked. */
export interface Asked {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: object;
  /** Repeating with the same key is carried out once. */
  readonly onceKey?: string;
}

interface RefusalBody {
  readonly error?: { readonly code?: string; readonly msg?: string };
  readonly msg?: string;
}

/** Asks the accelerator, where this page comes from. */
export async function ask<Value>(path: string, { method = "GET", body, onceKey }: Asked = {}): Promise<Answer<Value>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: "application/json",
        ...(method === "GET" ? {} : { "content-type": "application/json" }),
        ...(onceKey === undefined ? {} : { "idempotency-key": onceKey }),
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const told = (await response.json()) as Value & RefusalBody;
    if (response.ok) {
      const age = response.headers.get("x-depthwire-age-ms");
      return { kind: "done", value: told, ageMs: age === null ? undefined : Number(age) };
    }
    const words = told.error?.msg ?? told.msg ?? `The accelerator answered ${response.status}`;
    return { kind: "refused", status: response.status, code: told.error?.code ?? "", words };
  } catch {
    return { kind: "no-answer", words: "The accelerator did not answer" };
  }
}
