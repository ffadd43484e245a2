import type { Condition, Rule } from "@depthwire/schema/internal";

/** What a rule between parameters says, as a sentence. */
export function ruleWords(rule: Rule<string>): string {
  switch (rule.rule) {
    case "all-or-none":
      return `${all(rule.fields)}: all of them or none.`;
    case "required-when":
      return `${all(rule.fields)} must be set when ${conditions(rule.when)}.`;
    case "only-when":
      return `${all(rule.fields)} may be set only when ${conditions(rule.when)}.`;
    case "only-with":
      return `${all(rule.fields)} may be set only together with \`${rule.other}\`.`;
    case "greater":
    case "less": {
      const than = rule.than === "latest-price" ? "the latest price of the pair, which only the venue knows," : "";
      const other = rule.than === "latest-price" ? than : `\`${rule.than.field}\``;
      const when = rule.when.length === 0 ? "" : ` when ${conditions(rule.when)}`;
      return `\`${rule.field}\` must be ${rule.rule} than ${other}${when}.`;
    }
    case "positive":
      return `${all(rule.fields)} must be greater than zero.`;
  }
}

function all(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(", ");
}

function conditions(when: readonly Condition<string>[]): string {
  return when
    .map(({ field, isOneOf }) => `\`${field}\` is ${isOneOf.map((value) => `\`${value}\``).join(" or ")}`)
    .join(" and ");
}
