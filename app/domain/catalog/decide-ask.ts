/**
 * Whether a bulk action is asked about again before it is done: when it changes more than the merchant's share, in
 * percent, of the mapped variants. One variant is no bulk, however small the shop.
 * @returns `share` in percent, rounded; 100 where nothing is mapped yet.
 */
export function decideAsk(about: { changes: number; mapped: number; askBeyond: number }): {
  share: number;
  asks: boolean;
} {
  const { changes, mapped, askBeyond } = about;
  if (changes === 0) return { share: 0, asks: false };
  const share = mapped === 0 ? 100 : (changes / mapped) * 100;
  return { share: Math.round(share), asks: changes > 1 && share > askBeyond };
}
