import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Answer, RefusedError } from "../server/answer.js";
import type { Route } from "../server/route.js";

/** What the page may load: its own files, and the icons in its style sheet. No script or style stands in the page, and nothing comes from elsewhere. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Depthwire accelerator: API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<noscript>This page needs scripts; <a href="/openapi.json">/openapi.json</a> has the same.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** No validator: it is an outside host. Nothing that is typed is kept. */
const startScript = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#page",
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  persistAuthorization: false,
});
`;

const scriptType = "text/javascript; charset=utf-8";

/** A file of the page. */
interface PageFile {
  readonly type: string;
  readonly read: () => Promise<string>;
}

/** A file of the package that draws the page; its path is looked up when somebody asks. @param otherwise its text where the package is not installed */
function packed(name: string, type: string, otherwise: string): PageFile {
  const read = async (): Promise<string> => {
    try {
      return await readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), "utf8");
    } catch {
      return otherwise;
    }
  };
  return { type, read };
}

/** The package is not installed with the accelerator, since it brings a script that runs at its installation. */
const notInstalled =
  'document.body.textContent = "This page is drawn by swagger-ui-dist: npm install swagger-ui-dist. The description itself is at /openapi.json.";';

const files: ReadonlyMap<string, PageFile> = new Map([
  ["swagger-ui.css", packed("swagger-ui.css", "text/css; charset=utf-8", "")],
  ["swagger-ui-bundle.js", packed("swagger-ui-bundle.js", scriptType, notInstalled)],
  ["start.js", { type: scriptType, read: () => Promise.resolve(startScript) }],
]);

/** The interface description as a page that tries things out: it works without a network, under a strict policy. */
export function docsRoutes(): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/docs",
      summary: "This interface as a page: every operation with its example, to be tried out",
      answerType: "text/html",
      example: "<!doctype html>",
      answer: () => text(page, "text/html; charset=utf-8"),
    },
    {
      method: "GET",
      path: "/docs/:file",
      isPartOfPage: true,
      summary: "Files of that page",
      answer: async ({ params: { file = "" } }) => {
        const found = files.get(file);
        if (found === undefined) {
          throw new RefusedError(404, "not-found", "The page has no such file; /docs is the page");
        }
        return text(await found.read(), found.type);
      },
    },
  ];
}

function text(body: string, type: string): Answer {
  return { kind: "text", status: 200, headers: { "content-type": type, "content-security-policy": pagePolicy }, body };
}
