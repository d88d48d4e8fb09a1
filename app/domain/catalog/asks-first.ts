/** Whether changing so many of what there is goes beyond the share, in percent, up to which nobody is asked again. */
export function asksFirst({
  changed,
  of,
  askBeyond,
}: {
  changed: number;
  of: number;
  askBeyond: number;
}): boolean {
  return changed * 100 > of * askBeyond;
}
