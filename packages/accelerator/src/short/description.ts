import type { Answer } from "../server/answer.js";
import { json } from "../server/answer.js";
import { isListed, type LocalRequest, type Route } from "../server/route.js";

const htmlType = "text/html; charset=utf-8";

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** What a person may open as it is, as a link. */
function addressOf(method: string, path: string): string {
  const text = `<code>${escaped(path)}</code>`;
  const opens = method === "GET" && !path.startsWith("/v") && !path.includes(":") && path !== "/events";
  return opens ? `<a href="${escaped(path)}">${text}</a>` : text;
}

function page(routes: readonly Route[]): string {
  const rows = routes.map(
    ({ method, path, summary }) =>
      `<tr><td>${method}</td><td>${addressOf(method, path)}</td><td>${escaped(summary)}</td></tr>`,
  );
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Depthwire accelerator</title>',
    "<h1>Depthwire accelerator</h1>",
    '<p>The <a href="/app/">dashboard</a> shows market and account; <a href="/docs">/docs</a> tries every address out.</p>',
    "<p>Every path of the exchange service, unsigned, and short paths of its own. Programs get the same as JSON.</p>",
    `<table><tr><th>Method</th><th>Path</th><th>What it does</th></tr>${rows.join("")}</table></html>`,
  ].join("\n");
}

/** The interface description at the root. @spec document 2, Limits, local accelerator */
export function descriptionRoute(routes: readonly Route[]): Route {
  const own: Route = {
    method: "GET",
    path: "/",
    summary: "This description: a page for a person, JSON for a program",
    example: { name: "depthwire-accelerator", paths: [{ method: "GET", path: "/", summary: "This description" }] },
    answer: (request: LocalRequest): Answer => {
      const all = [own, ...routes].filter(isListed);
      if (request.header("accept")?.includes("text/html") === true) {
        return { kind: "text", status: 200, headers: { "content-type": htmlType }, body: page(all) };
      }
      const paths = all.map(({ method, path, summary }) => ({ method, path, summary }));
      return json({ name: "depthwire-accelerator", paths });
    },
  };
  return own;
}
