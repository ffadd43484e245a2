/**
 * The words of commander about a wrong command line in the form of the sandbox's own program: `--option value: what is wrong`.
 *
 * @param words what commander writes, its hint at the help included
 */
export function usageText(words: string): string {
  return words
    .replace(/^error: option '(--[a-z-]+)[^']*' argument '(.*)' is invalid\. /, "$1 $2: ")
    .replace(/^error: option '(--[a-z-]+)[^']*' argument missing/, "$1: its value is missing")
    .replace(/^error: unknown option '(.*?)'/, "$1: there is no such option")
    .replace(/^error: /, "");
}
