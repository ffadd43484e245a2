import type { TextAnswer } from "../server/answer.js";

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A short page for a person who cannot be shown the dashboard: what happened, and what to do next. */
export function notice(status: number, title: string, lines: readonly string[]): TextAnswer {
  const body = [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(title)} · Depthwire</title><h1>${escaped(title)}</h1>`,
    ...lines.map((line) =>
      line.startsWith("$ ") ? `<pre>${escaped(line.slice(2))}</pre>` : `<p>${escaped(line)}</p>`,
    ),
    "</html>",
  ].join("\n");
  return { kind: "text", status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

/**
 * How a person gets into the page.
 *
 * @param host where the accelerator was asked, as the request names it
 */
export function howToLogIn(host: string): readonly string[] {
  return [
    "The program prints an address with a one-time code: open that, and this page and the dashboard open too. For a new one, ask in a terminal of this computer, and open the address that it answers with:",
    `$ curl -X POST -H "x-depthwire-token: $(cat ~/.depthwire/token)" -H "content-type: application/json" -d "{}" http://${host}/page-login`,
    "The token lies in the folder of your accelerator: for npm start that is .depthwire where it was started, otherwise .depthwire in your home, or --folder.",
  ];
}
