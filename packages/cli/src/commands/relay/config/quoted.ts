/** As nats-server reads a text: a backslash and a quotation mark stand behind a backslash. */
export function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
