import type { Operation } from "@depthwire/schema";
import type { ExampleCall } from "./example-call.js";

/** Programs that make one call, as they stand on its page. */
export interface CallExamples {
  /** A module that uses `@depthwire/node`. */
  readonly typescript: string;
  /** A program of Python's standard library, which signs by itself. */
  readonly python: string;
  /** A shell command: a public read asks the venue, everything else the accelerator, which signs. */
  readonly curl: string;
}

/** Where the sandbox of `npm start` answers. */
const venueUrl = "http://127.0.0.1:8090";
/** Where its accelerator answers. */
const acceleratorUrl = "http://127.0.0.1:8080";

/** What makes a call in three languages. */
export function callExamples(family: string, call: ExampleCall): CallExamples {
  const isPublic = call.operation.auth === "none";
  return {
    typescript: typescriptExample(family, call),
    python: isPublic ? publicPython(call) : signedPython(call),
    curl: isPublic ? publicCurl(call) : acceleratorCurl(call),
  };
}

/** The TypeScript expression that makes the call. */
export function callExpression(family: string, { name, auth }: Operation): string {
  return `${auth === "none" ? "venue" : "account"}.rest.${family}.${name}`;
}

function typescriptExample(family: string, { operation, params }: ExampleCall): string {
  const passed = Object.keys(params).length === 0 ? "" : literal(params, "");
  const names = operation.auth === "none" ? "connect" : "connect, readCredentialFile";
  return [
    `import { ${names} } from "@depthwire/node";`,
    "",
    `const venue = connect({ addresses: ["ws://127.0.0.1:8090/cbu"], restAddress: "${venueUrl}" });`,
    ...(operation.auth === "none"
      ? []
      : [`const account = venue.account(await readCredentialFile(".depthwire/credential.json"));`]),
    `console.log(await ${callExpression(family, operation)}(${passed}));`,
    "await venue.close();",
  ].join("\n");
}

/** A value as people write it in TypeScript. */
function literal(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((element) => literal(element, indent)).join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([key, member]) => `${inner}${key}: ${literal(member, inner)},`);
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function publicPython({ target }: ExampleCall): string {
  return [
    "import json",
    "import urllib.request",
    "",
    `with urllib.request.urlopen("${venueUrl}${target}") as answer:`,
    "    print(json.load(answer))",
  ].join("\n");
}

function signedPython(call: ExampleCall): string {
  return call.operation.auth === "signed-form" ? formPython(call) : headerPython(call);
}

function headerPython({ target, body }: ExampleCall): string {
  return [
    "import hashlib",
    "import hmac",
    "import json",
    "import time",
    "import urllib.request",
    "",
    'with open(".depthwire/credential.json") as file:',
    "    credential = json.load(file)",
    "",
    "# What is signed is what is sent, to the byte.",
    `body = ${pythonText(body)}`,
    "timestamp = str(time.time_ns() // 1_000_000)",
    'signature = hmac.new(credential["apiSecret"].encode(), (timestamp + body).encode(), hashlib.md5).hexdigest()',
    "request = urllib.request.Request(",
    `    "${venueUrl}${target}",`,
    "    body.encode(),",
    "    {",
    '        "content-type": "application/json",',
    '        "svc-api-key": credential["apiKey"],',
    '        "svc-timestamp": timestamp,',
    '        "svc-api-sign": signature,',
    "    },",
    ")",
    "with urllib.request.urlopen(request) as answer:",
    "    print(json.load(answer))",
  ].join("\n");
}

function formPython({ target, body }: ExampleCall): string {
  return [
    "import hashlib",
    "import hmac",
    "import json",
    "import urllib.parse",
    "import urllib.request",
    "",
    'with open(".depthwire/credential.json") as file:',
    "    credential = json.load(file)",
    "",
    "# What is signed is what is sent, to the byte.",
    `commands = ${pythonText(body)}`,
    'signature = hmac.new(credential["apiSecret"].encode(), commands.encode(), hashlib.md5).hexdigest()',
    'form = urllib.parse.urlencode({"cmds": commands, "apikey": credential["apiKey"], "sign": signature})',
    `with urllib.request.urlopen("${venueUrl}${target}", form.encode()) as answer:`,
    "    print(json.load(answer))",
  ].join("\n");
}

function publicCurl({ target }: ExampleCall): string {
  return `curl "${venueUrl}${target}"`;
}

function acceleratorCurl({ operation, target, body }: ExampleCall): string {
  const sent =
    operation.auth === "signed-form"
      ? [`  --data-urlencode ${shellText(`cmds=${body}`)}`]
      : [`  -H "content-type: application/json" \\`, `  -d ${shellText(body)}`];
  return [
    "TOKEN=$(cat .depthwire/token)",
    `curl -H "x-depthwire-token: $TOKEN" \\`,
    ...sent.slice(0, -1),
    `${sent.at(-1)} \\`,
    `  ${acceleratorUrl}${target}`,
  ].join("\n");
}

function pythonText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
