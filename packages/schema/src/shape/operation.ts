import type { VenueCode } from "../errors/venue-codes.js";
import type { EnvelopeName } from "../operations/envelopes.js";
import type { Rule } from "./rule.js";
import type { RecordShape, Shape } from "./shape.js";
import type { InputOf, ValueOf } from "./value.js";

/** Which address an operation is sent to; a client has one address for each. */
export type BaseAddress = "rest" | "legacy" | "alternateDomains";

/**
 * How a request proves who sends it.
 * `none`: it need not. `signed-headers`: over timestamp and body. `signed-form`: over the `cmds` text of a form.
 */
export type AuthScheme = "none" | "signed-headers" | "signed-form";

/** Where the parameters stand: nowhere but in the query text, in a JSON body, or as the body of a command in a form. */
export type ParamsPlace = "query" | "json-body" | "form-command";

/** What a key must be allowed to do. */
export type Permission = "none" | "read" | "trade" | "transfer" | "withdraw";

/**
 * Whether a call whose outcome is not known may be sent again.
 * `freely`: it changes nothing, or the same thing twice. `unless-ordered-since`: only while nothing else was sent that it would hit.
 * `never`: a second one would be carried out too.
 */
export type RepeatRule = "freely" | "unless-ordered-since" | "never";

/** What a call is for; cancels go before orders, orders before everything else. */
export type Purpose = "read" | "order" | "cancel" | "account";

/** A call of the venue as data: from it come the client's function, the sandbox's checks and the published description. */
export interface Operation {
  readonly kind: "operation";
  /** Name of the derived function. */
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly base: BaseAddress;
  readonly path: string;
  /** Other paths at which the same operation is published. */
  readonly alsoAt: readonly string[];
  /** The `cmd` of a batch query, in the query text or in the form; `undefined` where the path says everything. */
  readonly command: string | undefined;
  readonly auth: AuthScheme;
  readonly permission: Permission;
  readonly paramsPlace: ParamsPlace;
  readonly params: RecordShape;
  /** What holds between parameters. */
  readonly rules: readonly Rule<string>[];
  /** What the caller gets. */
  readonly result: Shape;
  /** What stands around the result. */
  readonly envelope: EnvelopeName;
  /** Codes that the venue may answer. */
  readonly codes: readonly VenueCode[];
  readonly purpose: Purpose;
  readonly repeat: RepeatRule;
  /** The section that is obeyed. */
  readonly spec: string;
}

declare const passed: unique symbol;

/** An operation with the types of its parameters and its result, and the name of the type that a caller passes. */
export interface OperationOf<Params extends RecordShape, Result extends Shape, Input = unknown> extends Operation {
  readonly params: Params;
  readonly result: Result;
  readonly [passed]?: Input;
}

/** What a caller passes, decoded. */
export type ParamsOf<Op> = Op extends { readonly params: infer Params } ? ValueOf<Params> : never;

/** What a caller passes, by the name that editors show: plain text is accepted for branded text. */
export type PassedOf<Op> = Op extends { readonly [passed]?: infer Input }
  ? unknown extends Input
    ? InputOf<ParamsOf<Op>>
    : Input
  : never;

/** What a caller gets, decoded. */
export type ResultOf<Op> = Op extends { readonly result: infer Result } ? ValueOf<Result> : never;

/** The operations among the exports of a family's module, each with its sentence. */
export type OperationsOf<Family> = {
  readonly [Name in keyof Family as Family[Name] extends Operation ? Name : never]: Family[Name];
};

/** What varies between operations; the rest has a usual value. */
export interface OperationOptions<Params extends RecordShape, Result extends Shape> {
  readonly method?: "GET" | "POST";
  readonly base?: BaseAddress;
  readonly path: string;
  readonly alsoAt?: readonly string[];
  readonly command?: string;
  readonly auth: AuthScheme;
  readonly permission: Permission;
  readonly paramsPlace?: ParamsPlace;
  readonly params: Params;
  readonly rules?: readonly Rule<Extract<keyof ValueOf<Params>, string>>[];
  readonly result: Result;
  readonly envelope?: EnvelopeName;
  readonly codes: readonly VenueCode[];
  readonly purpose: Purpose;
  readonly repeat: RepeatRule;
  readonly spec: string;
}

/** Describes an operation. Usual: POST to the REST base with a JSON body, answered by `{ state, result }`. */
export function operation<Params extends RecordShape, Result extends Shape>(
  name: string,
  options: OperationOptions<Params, Result>,
): OperationOf<Params, Result, InputOf<ValueOf<Params>>> {
  return {
    kind: "operation",
    name,
    method: options.method ?? "POST",
    base: options.base ?? "rest",
    path: options.path,
    alsoAt: options.alsoAt ?? [],
    command: options.command,
    auth: options.auth,
    permission: options.permission,
    paramsPlace: options.paramsPlace ?? "json-body",
    params: options.params,
    rules: options.rules ?? [],
    result: options.result,
    envelope: options.envelope ?? "state",
    codes: options.codes,
    purpose: options.purpose,
    repeat: options.repeat,
    spec: options.spec,
  };
}
