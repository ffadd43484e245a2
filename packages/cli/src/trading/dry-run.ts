import type { Credential } from "@depthwire/core";
import type { Operation } from "@depthwire/schema";
import { writeRequest } from "../operations/written-request.js";
import type { Context } from "../program/context.js";
import { findCredential } from "../venue/find-credential.js";
import { venueAddressOf } from "../venue/venue-address.js";
import type { AccountFlags } from "./trade-options.js";

/** What a command says about requests that are only shown. */
export interface DryRunFlags extends AccountFlags {
  readonly dryRun?: true;
  readonly showSignature?: true;
}

const masked = "********";

/**
 * Shows the exact request of a call. Nothing is sent, not even a question: the timestamp is this computer's.
 *
 * @throws Refused `no-key`, `key-open`, `key-refused`; ValidationError `value-invalid`
 */
export async function showRequest(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  flags: DryRunFlags,
  context: Context,
): Promise<void> {
  const venue = venueAddressOf(flags, context);
  const credential = operation.auth === "none" ? undefined : (await findCredential(flags, context)).credential;
  const timestampMs = Date.now();
  const { request, stringToSign } = writeRequest(operation, params, {
    credential,
    timestampMs,
    serviceName: flags.serviceName,
  });
  const hide = flags.showSignature === true ? (text: string) => text : masker(credential, request);
  const shown = {
    method: request.method,
    address: `${venue.rest}${request.target}`,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, hide(value)])),
    ...(request.body === undefined ? {} : { body: hide(request.body) }),
    ...(stringToSign === undefined ? {} : { stringToSign }),
    sent: false,
  };
  context.output.result(shown, textOf(shown));
}

/** Hides key and signature, in a header or in a form. */
function masker(
  credential: Credential | undefined,
  { headers, body = "" }: ReturnType<typeof writeRequest>["request"],
): (text: string) => string {
  const signature = Object.entries(headers).find(([name]) => name.endsWith("-api-sign"))?.[1];
  const inForm = /(?:^|&)sign=([0-9a-f]+)/.exec(body)?.[1];
  const apiKey = credential?.revealApiKey();
  const secrets = [
    ...(apiKey === undefined ? [] : [apiKey, encodeURIComponent(apiKey)]),
    ...(signature === undefined ? [] : [signature]),
    ...(inForm === undefined ? [] : [inForm]),
  ];
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, masked), text);
}

interface Shown {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly stringToSign?: string;
}

function textOf({ method, address, headers, body, stringToSign }: Shown): string {
  return [
    `${method} ${address}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", body]),
    "",
    ...(stringToSign === undefined ? [] : [`String to sign: ${stringToSign}`]),
    "Nothing was sent. The timestamp is this computer's; a call takes the service's.",
  ].join("\n");
}
