import { decodeUtf8, encodeUtf8 } from "@depthwire/core/internal";
import type { Bus } from "../bus/bus.js";
import type { Subjects } from "../wire/subjects.js";
import type { RelayInstanceStatus } from "./instance-status.js";

/** What an operator asks, as JSON on `dw1.<venue>.ops` (everybody) or `dw1.<venue>.ops.<instance>`. */
export type OperatorRequest =
  | { readonly kind: "status" }
  /** Hand a shard over to the next candidate, or to the named one: by its name in the plan or that under which it owns. Of everybody asked, only the owner answers. */
  | { readonly kind: "hand-over"; readonly shard: string; readonly to?: string | undefined };

/** Why an instance does not do what it was asked for. */
export type OperatorRefusal =
  /** The request is not one that this version knows. */
  | "malformed"
  | "unknown-shard"
  /** Another one owns it, or nobody. */
  | "not-owner"
  /** Nobody takes part under the name that was given. */
  | "unknown-instance"
  /** It was to hand the shard over to itself. */
  | "owner-already"
  /** Nobody else has the shard's books live, or the named one has not. */
  | "no-successor"
  /** A hand-over of this instance is under way. */
  | "busy"
  /** A store does not answer. */
  | "store-away"
  /** The successor did not take it in time; this one still owns it. */
  | "not-taken";

/** What an instance answers. */
export type OperatorAnswer =
  | { readonly kind: "status"; readonly status: RelayInstanceStatus }
  | { readonly kind: "handed-over"; readonly instance: string; readonly shard: string; readonly to: string }
  | { readonly kind: "refused"; readonly instance: string; readonly refusal: OperatorRefusal };

/** Longest request that is read, bytes. */
export const maxRequestBytes = 4_096;

/** A connection as an operator needs it. */
export interface OperatorParts {
  readonly bus: Bus;
  readonly subjects: Subjects;
  /** How long answers are waited for, milliseconds. */
  readonly limitMs: number;
}

/** Asks instances, all or one, and returns what came within the limit. Answers that can't be read are left out. */
export function askInstances(
  { bus, subjects, limitMs }: OperatorParts,
  request: OperatorRequest,
  instance?: string,
): Promise<OperatorAnswer[]> {
  const answers: OperatorAnswer[] = [];
  return new Promise((resolve) => {
    bus.request(subjects.ops(instance), encodeUtf8(JSON.stringify(request)), limitMs, (bytes) => {
      const answer = bytes && readAnswer(bytes);
      if (answer !== undefined) {
        answers.push(answer);
      }
      // A hand-over has one answer; of how many statuses come, nobody knows.
      if (bytes === undefined || request.kind === "hand-over" || instance !== undefined) {
        resolve(answers);
      }
    });
  });
}

/** Undefined for what no instance of this version answers. */
function readAnswer(bytes: Uint8Array): OperatorAnswer | undefined {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes, 0, bytes.length));
    const isAnswer = typeof value === "object" && value !== null && "kind" in value;
    return isAnswer ? (value as OperatorAnswer) : undefined;
  } catch {
    return undefined;
  }
}
