/** One bar: where it begins and how long it is, in pixels from the top. */
export interface Bar {
  y: number;
  height: number;
}

/** Anything that happened is to be seen, in pixels. */
const LEAST = 2;

/**
 * Lays out pairs of figures as bars above and below one line, to one scale, so that the longest of each side just fit.
 * @returns the line's place and the bars, in pixels from the top of a picture of `height`, `margin` kept free above and
 * below.
 */
export function layOutBars(
  pairs: readonly { up: number; down: number }[],
  { height, margin }: { height: number; margin: number },
): { line: number; bars: { up: Bar; down: Bar }[] } {
  const [mostUp, mostDown] = [most(pairs.map(({ up }) => up)), most(pairs.map(({ down }) => down))];
  const scale = (height - 2 * margin) / Math.max(1, mostUp + mostDown);
  const line = margin + mostUp * scale;
  const long = (value: number) => (value === 0 ? 0 : Math.max(LEAST, value * scale));
  return {
    line,
    bars: pairs.map(({ up, down }) => ({
      up: { y: line - long(up), height: long(up) },
      down: { y: line, height: long(down) },
    })),
  };
}

const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
