/**
 * Whether a bulk action is asked about again before it is done: when it changes more than the merchant's share, in
 * percent, of what there is. One thing is no bulk, however small the shop.
 * @returns `share` in percent, rounded; 100 where there is nothing yet.
 */
export function decideAsk(about: { changes: number; of: number; askBeyond: number }): {
  share: number;
  asks: boolean;
} {
  const { changes, of, askBeyond } = about;
  if (changes === 0) return { share: 0, asks: false };
  if (of === 0) return { share: 100, asks: changes > 1 && askBeyond < 100 };
  // Compared in whole numbers: 7 of 100 are 7 %, and not a little more.
  const isBeyond = changes * 100 > of * askBeyond;
  return { share: Math.round((changes / of) * 100), asks: changes > 1 && isBeyond };
}
