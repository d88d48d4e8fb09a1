/** A code that is newer than our texts, as a person would write it: `PARTIALLY_LOST` is "partially lost". */
export function plainWord(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
