import { loginPath } from "../guard/judge.js";
import type { PageLogins } from "../guard/page-logins.js";
import { json, refuse, type TextAnswer } from "../server/answer.js";
import type { Route } from "../server/route.js";
import { howToLogIn, notice } from "./notice.js";
import { readPageFile } from "./page-files.js";

/** Where the page is. */
export const pagePath = "/app/";

/** What the page may do: its own scripts and styles, and requests to where it came from. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page that opens once: where the code goes that {@link PageLogins.createCode} made. */
export function loginAddress(base: string, code: string): string {
  return `${base}${loginPath}?code=${code}`;
}

/** The dashboard, and how a person gets into it. */
export function pageRoutes(logins: PageLogins): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/app",
      summary: "Leads to the dashboard",
      answer: () => redirect(pagePath),
    },
    {
      method: "GET",
      path: `${pagePath}assets/:name`,
      summary: "What the dashboard consists of",
      answer: ({ params: { name = "" } }) => file(`assets/${name}`),
    },
    {
      method: "GET",
      path: loginPath,
      summary: "Takes a one-time code and opens the dashboard: ?code=",
      query: { code: "" },
      answer: ({ method, query, header }) =>
        logIn(logins, method === "GET" ? (query.get("code") ?? "") : "", header("host") ?? ""),
    },
  ];
}

/** The dashboard itself: the one address of the page that descriptions name. */
export function dashboardRoute(): Route {
  return {
    method: "GET",
    path: pagePath,
    summary: "The dashboard, a page for a person",
    answerType: "text/html",
    example: "<!doctype html>",
    answer: () => file("index.html"),
  };
}

/** Makes a new address for whoever knows the token. */
export function newLoginRoute(logins: PageLogins): Route {
  return {
    method: "POST",
    path: "/page-login",
    summary: "Makes an address that opens the dashboard once, within ten minutes",
    body: {},
    example: { url: "http://127.0.0.1:8080/app/login?code=…" },
    answer: ({ header }) => json({ url: loginAddress(`http://${header("host") ?? ""}`, logins.createCode()) }),
  };
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): TextAnswer {
  return { kind: "text", status: 303, headers: { location, ...headers }, body: "" };
}

function logIn(logins: PageLogins, code: string, host: string): TextAnswer {
  const cookie = logins.redeem(code);
  if (cookie === undefined) {
    return notice(403, "This address is not good any more", [
      "It opens the dashboard once, soon after it was made.",
      ...howToLogIn(host),
    ]);
  }
  return redirect(pagePath, { "set-cookie": cookie });
}

async function file(name: string): Promise<TextAnswer> {
  const found = await readPageFile(name);
  if (found === undefined && name === "index.html") {
    return notice(503, "The dashboard is not built", [
      "Build it in the repository, then load this page again:",
      "$ npm run build",
    ]);
  }
  if (found === undefined) {
    return refuse({ status: 404, code: "not-found", message: `The dashboard has no file ${name.slice(0, 100)}` });
  }
  const headers = { "content-type": found.type, "content-security-policy": pagePolicy };
  return { kind: "text", status: 200, headers, body: found.text };
}
