/** A condition on another parameter. */
export interface Condition<Name extends string> {
  readonly field: Name;
  /** The decoded values under which the rule applies. */
  readonly isOneOf: readonly string[];
}

/** What holds between the parameters of one request; names are ours, not the wire's. */
export type Rule<Name extends string> =
  /** Either all of these are set or none. */
  | { readonly rule: "all-or-none"; readonly fields: readonly Name[] }
  /** Set when the conditions hold. */
  | { readonly rule: "required-when"; readonly fields: readonly Name[]; readonly when: readonly Condition<Name>[] }
  /** Set only when the conditions hold. */
  | { readonly rule: "only-when"; readonly fields: readonly Name[]; readonly when: readonly Condition<Name>[] }
  /** Set only together with another. */
  | { readonly rule: "only-with"; readonly fields: readonly Name[]; readonly other: Name }
  /** One price must be greater (or less) than another parameter, or than the latest price of the pair, which only the venue knows. */
  | {
      readonly rule: "greater" | "less";
      readonly field: Name;
      readonly than: { readonly field: Name } | "latest-price";
      readonly when: readonly Condition<Name>[];
    }
  /** Greater than zero. */
  | { readonly rule: "positive"; readonly fields: readonly Name[] };
