import type { Operation } from "@depthwire/schema";
import type { OperationVector } from "@depthwire/testkit";
import type { FamilyOperation } from "../api-docs/operations.js";

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

/** What calls an operation in three languages, with the parameters of a vector. */
export function callExamples({ family, operation }: FamilyOperation, vector: OperationVector): CallExamples {
  return {
    typescript: typescriptExample(family, operation, vector.params),
    python: operation.auth === "none" ? publicPython(vector) : signedPython(operation, vector),
    curl: operation.auth === "none" ? publicCurl(vector) : acceleratorCurl(operation, vector),
  };
}

/** The TypeScript expression that makes the call. */
export function callExpression(family: string, { name, auth }: Operation): string {
  return `${auth === "none" ? "venue" : "account"}.rest.${family}.${name}`;
}

function typescriptExample(family: string, operation: Operation, params: object): string {
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

function addressOf({ request }: OperationVector): string {
  return request.query === undefined ? request.path : `${request.path}?${request.query}`;
}

function publicPython(vector: OperationVector): string {
  return [
    "import json",
    "import urllib.request",
    "",
    `with urllib.request.urlopen("${venueUrl}${addressOf(vector)}") as answer:`,
    "    print(json.load(answer))",
  ].join("\n");
}

function signedPython(operation: Operation, vector: OperationVector): string {
  return operation.auth === "signed-form" ? formPython(vector) : headerPython(vector);
}

function headerPython({ request }: OperationVector): string {
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
    `body = ${pythonText(request.body ?? "{}")}`,
    "timestamp = str(time.time_ns() // 1_000_000)",
    'signature = hmac.new(credential["apiSecret"].encode(), (timestamp + body).encode(), hashlib.md5).hexdigest()',
    "request = urllib.request.Request(",
    `    "${venueUrl}${request.path}",`,
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

function formPython({ request }: OperationVector): string {
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
    `commands = ${pythonText(commandsOf(request.body))}`,
    'signature = hmac.new(credential["apiSecret"].encode(), commands.encode(), hashlib.md5).hexdigest()',
    'form = urllib.parse.urlencode({"cmds": commands, "apikey": credential["apiKey"], "sign": signature})',
    `with urllib.request.urlopen("${venueUrl}${request.path}", form.encode()) as answer:`,
    "    print(json.load(answer))",
  ].join("\n");
}

function publicCurl(vector: OperationVector): string {
  return `curl "${venueUrl}${addressOf(vector)}"`;
}

function acceleratorCurl(operation: Operation, { request }: OperationVector): string {
  const sent =
    operation.auth === "signed-form"
      ? [`  --data-urlencode ${shellText(`cmds=${commandsOf(request.body)}`)}`]
      : [`  -H "content-type: application/json" \\`, `  -d ${shellText(request.body ?? "{}")}`];
  return [
    "TOKEN=$(cat .depthwire/token)",
    `curl -H "x-depthwire-token: $TOKEN" \\`,
    ...sent.slice(0, -1),
    `${sent.at(-1)} \\`,
    `  ${acceleratorUrl}${request.path}`,
  ].join("\n");
}

/** The JSON text of the commands in a batch query's form. */
function commandsOf(form: string | undefined): string {
  return new URLSearchParams(form).get("cmds") ?? "[]";
}

function pythonText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
