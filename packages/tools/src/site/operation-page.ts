import type { Operation } from "@depthwire/schema";
import {
  type AuthScheme,
  addressRoles,
  envelopes,
  type RepeatRule,
  requestLimits,
  venueCodes,
} from "@depthwire/schema/internal";
import type { OperationVector } from "@depthwire/testkit";
import { table } from "../api-docs/markdown.js";
import type { FamilyOperation } from "../api-docs/operations.js";
import type { Sentences } from "../api-docs/sentences.js";
import { callExamples, callExpression } from "./call-examples.js";
import { type ExampleCall, exampleCall } from "./example-call.js";
import { fieldTable, isTable } from "./field-table.js";
import { block, paragraphs, type SitePage } from "./page.js";
import { rawExchange } from "./raw-exchange.js";
import { link, listPath, operationPath, venueCodePath } from "./reference-paths.js";
import { ruleWords } from "./rule-words.js";
import { shapeWords } from "./shape-words.js";

const authWords: Readonly<Record<AuthScheme, string>> = {
  none: "no",
  "signed-headers": "in headers, over timestamp and body",
  "signed-form": "in the form, over the text of `cmds`, without a timestamp",
};

const repeatWords: Readonly<Record<RepeatRule, string>> = {
  freely: "yes: a second call changes nothing more",
  "unless-ordered-since": "only while nothing was sent since that it would hit, too",
  never: "never: a second call would be carried out, too",
};

/** Everything about one operation: what it is, what it takes and returns, how it is called, what is on the wire. */
export function operationPage(member: FamilyOperation, vector: OperationVector, sentences: Sentences): SitePage {
  const { family, operation } = member;
  const path = operationPath(family, operation.name);
  const call = exampleCall(member, vector);
  const examples = callExamples(family, call);
  const raw = rawExchange(vector);
  return {
    path,
    title: operation.name,
    markdown: paragraphs(
      operationSentence(member, sentences),
      facts(member, path),
      "## Parameters",
      parameters(operation, sentences, path),
      "## Result",
      result(operation, sentences, path),
      "## Codes",
      `What the venue may answer in place of a result. A call then ends in a \`VenueError\` with this \`venueCode\`; ${link("all codes", path, listPath("errors"))}.`,
      codes(operation, path),
      "## Calls",
      "Against what `npm start` runs: the sandbox on port 8090 and the accelerator on port 8080, with key and token in `.depthwire/`.",
      inventedWords(call),
      "### TypeScript",
      block("ts", examples.typescript),
      "### Python",
      block("python", examples.python),
      "### curl",
      operation.auth === "none" ? undefined : "Through the accelerator, which signs and throttles.",
      block("sh", examples.curl),
      "## On the wire",
      operation.auth === "none"
        ? undefined
        : "Signed with an invented key. Key and secret stand in `packages/testkit/vectors/operations.json`, with which this exchange is tested.",
      block("http", raw.request),
      block("http", raw.answer),
    ),
  };
}

/** What readers have of their own. */
function inventedWords({ params }: ExampleCall): string | undefined {
  const names = Object.keys(params).filter((name) => /^(orderIds?|clientOrderIds)$/.test(name));
  return names.length === 0
    ? undefined
    : `The venue has no order of the ids below: put yours into ${names.map((name) => `\`${name}\``).join(" and ")}.`;
}

/** What an operation does. */
export function operationSentence({ family, operation }: FamilyOperation, sentences: Sentences): string {
  return sentences.get(`${family}.${operation.name}`)?.summary ?? "";
}

function facts({ family, operation }: FamilyOperation, path: string): string {
  const rows: readonly (readonly [string, string])[] = [
    ["request", `\`${operation.method} ${operation.path}\``],
    ...operation.alsoAt.map((place) => ["also at", `\`${operation.method} ${place}\``] as const),
    ...(operation.command === undefined ? [] : ([["command", `\`${operation.command}\``]] as const)),
    ["address", `\`${addressRoles[operation.base].placeholder}\``],
    ["call", `\`${callExpression(family, operation)}()\``],
    ["signed", authWords[operation.auth]],
    ["permission of the key", operation.permission === "none" ? "none" : `\`${operation.permission}\``],
    ["may be repeated", repeatWords[operation.repeat]],
    [
      "limit",
      operation.auth === "none"
        ? `those of ${link("every request", path, listPath("limits"))}`
        : `${requestLimits.frequency.max} requests of a key in ${requestLimits.frequencyWindow.assumed / 1000} seconds; ${link("all limits", path, listPath("limits"))}`,
    ],
    ["specification", operation.spec],
  ];
  return table(["fact", "of this operation"], rows);
}

function parameters(operation: Operation, sentences: Sentences, path: string): string {
  const { params, rules } = operation;
  if (Object.keys(params.fields).length === 0) {
    return "None.";
  }
  return paragraphs(
    fieldTable(params, sentences, path),
    rules.length === 0 ? undefined : "What holds between them, checked before anything is sent:",
    rules.map((rule) => `- ${ruleWords(rule)}`).join("\n"),
  );
}

function result(operation: Operation, sentences: Sentences, path: string): string {
  const shape = operation.result;
  const envelope = `On the wire ${envelopeWords(operation)}.`;
  if (isTable(shape)) {
    return paragraphs(`${shapeWords(shape, path)}. ${envelope}`, fieldTable(shape, sentences, path));
  }
  if (shape.kind === "list" && isTable(shape.element)) {
    const element = fieldTable(shape.element, sentences, path);
    return paragraphs(`A ${shapeWords(shape, path)}. ${envelope} Each has:`, element);
  }
  return `${shapeWords(shape, path)}. ${envelope}`;
}

function envelopeWords(operation: Operation): string {
  const envelope = envelopes[operation.envelope];
  const beside = [
    ...(envelope.state === "always" ? ["`state`"] : []),
    ...(envelope.command ? ["`cmd`"] : []),
    ...(envelope.version === undefined ? [] : [`\`ver\` ("${envelope.version}")`]),
    ...(envelope.index ? ["`index`"] : []),
  ];
  const company = beside.length === 0 ? "" : ` beside ${beside.join(", ")}`;
  switch (envelope.result) {
    case "under-result":
      return `it stands under \`result\`${company}`;
    case "beside-state":
      return `its fields stand${company}`;
    case "whole-body":
      return "it is the whole body";
    case "none":
      return "there is no result: `state` 0 says that it worked";
  }
}

function codes(operation: Operation, path: string): string {
  const sorted = [...new Set(operation.codes)].toSorted((a, b) => a - b);
  return table(
    ["code", "meaning", "may succeed later", "may have been carried out"],
    sorted.map((code) => {
      const { meaning, retryable, ambiguous } = venueCodes[code];
      return [link(`\`${code}\``, path, venueCodePath(code)), meaning, retryable ? "yes" : "", ambiguous ? "yes" : ""];
    }),
  );
}
