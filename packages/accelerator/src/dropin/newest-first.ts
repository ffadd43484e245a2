/** Puts orders in the service's order: by id, which rises, so that longer is newer. */
export function newestFirst(left: { readonly orderId: string }, right: { readonly orderId: string }): number {
  const byLength = right.orderId.length - left.orderId.length;
  return byLength !== 0 ? byLength : right.orderId < left.orderId ? -1 : 1;
}
