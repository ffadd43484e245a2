import { vi } from "vitest";

/** How a venue was asked. */
export interface Question {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where nothing was sent. */
  readonly body?: unknown;
}

/** From now on, until the test ends, `fetch` reaches a venue that answers every question so. @returns the questions, as they come */
export function answerQuestions(text: string, status = 200): readonly Question[] {
  const questions: Question[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const sent = typeof body === "string" ? { body: JSON.parse(body) as unknown } : {};
    questions.push({ url, method, headers: headers as Record<string, string>, ...sent });
    return new Response(text, { status });
  });
  return questions;
}
