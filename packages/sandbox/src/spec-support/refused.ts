/** What a refused value is called, and what it must be; nothing where it was taken. */
export function refusalBy(check: () => unknown): readonly [place: string, rule: string] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    const { details } = error as { readonly details: { path?: string; option?: string; rule: string } };
    return [details.path ?? details.option ?? "", details.rule];
  }
}
