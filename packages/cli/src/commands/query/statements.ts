/** Texts, names and comments: a semicolon in them ends nothing. */
const enclosed =
  /\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|(?<comment>--[^\n]*|\/\*.*?\*\/)/gis;

/** Whether something stands behind a semicolon. */
export function holdsSeveral(sql: string): boolean {
  const bare = sql.replace(enclosed, (found) => (/^(--|\/\*)/.test(found) ? " " : "x"));
  return /;\s*[^\s;]/.test(bare);
}
