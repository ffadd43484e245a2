/**
 * The Standard Schema interface, version 1 (https://standardschema.dev), written out so that nothing has to be installed for it.
 */
export interface StandardSchema<Input, Output> {
  /** What validation libraries call. */
  readonly "~standard": StandardSchemaProps<Input, Output>;
}

/** The properties under `~standard`. */
export interface StandardSchemaProps<Input, Output> {
  readonly version: 1;
  readonly vendor: "depthwire";
  /** Never throws. */
  readonly validate: (value: unknown) => StandardResult<Output>;
  /** For the compiler only. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** A decoded value, or what was wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that was wrong. */
export interface StandardIssue {
  /** For people. */
  readonly message: string;
  /** Keys and indexes from the outside in. */
  readonly path: readonly (string | number)[];
}
