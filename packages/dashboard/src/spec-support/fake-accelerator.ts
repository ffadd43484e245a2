import { vi } from "vitest";

/** What the page asked the accelerator. */
export interface Asking {
  /** Method and path: `POST /orders`. */
  readonly what: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is answered: JSON with status 200, a response as it stands, or `undefined` where nobody answers. */
export type Answering = (asking: Asking) => unknown;

/** Stands where the accelerator does until the test is over. @returns what the page asked, oldest first */
export function fakeAccelerator(answer: Answering): readonly Asking[] {
  const asked: Asking[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit): Promise<Response> => {
    const asking: Asking = {
      what: `${init.method} ${path}`,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      headers: init.headers as Record<string, string>,
    };
    asked.push(asking);
    const told = await answer(asking);
    if (told === undefined) {
      throw new TypeError("fetch failed");
    }
    return told instanceof Response ? told : Response.json(told);
  });
  return asked;
}

/** A refusal as the accelerator words it. */
export function refusal(status: number, code: string, msg: string): Response {
  return Response.json({ error: { code, msg } }, { status });
}
