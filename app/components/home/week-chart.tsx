import { useTranslation } from "react-i18next";
import type { DayOfStock } from "../../domain/stock/report/read-week.ts";
import { layOutBars } from "./lay-out-bars.ts";

/** In pixels; across, it is as wide as there is room, and nothing is distorted. */
const HEIGHT = 180;
/** Room for the figures at the ends of the longest bars. */
const MARGIN = 18;
const DAYS_BELOW = 22;
/** Of a day's share of the width. */
const BAR = 0.5;

const COLOR = { up: "var(--p-color-bg-fill-success)", down: "var(--p-color-bg-fill-inverse)" };

/** Pieces up and down, day by day: bars above and below a line, each with its figure. The table beside it says the same. */
export function WeekChart({ week }: { week: readonly DayOfStock[] }) {
  const { t, i18n } = useTranslation();
  const short = new Intl.NumberFormat(i18n.language, { notation: "compact", maximumFractionDigits: 1 });
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: "short", timeZone: "UTC" });
  const pairs = week.map(({ raised, lowered }) => ({ up: raised, down: lowered }));
  const { line, bars } = layOutBars(pairs, { height: HEIGHT, margin: MARGIN });
  const total = (of: "raised" | "lowered") => week.reduce((sum, day) => sum + day[of], 0);
  const percent = (days: number) => `${(100 * days) / week.length}%`;
  return (
    <svg
      role="img"
      aria-label={t("home.week.summary", { raised: total("raised"), lowered: total("lowered") })}
      width="100%"
      height={HEIGHT + DAYS_BELOW}
      fontSize="12"
      textAnchor="middle"
      fill="var(--p-color-text)"
    >
      {week.map(({ day, raised, lowered }, index) => {
        const { up, down } = bars[index]!;
        const bar = { x: percent(index + (1 - BAR) / 2), width: percent(BAR) };
        const middle = percent(index + 0.5);
        return (
          <g key={day}>
            <rect {...bar} {...up} fill={COLOR.up} />
            <rect {...bar} {...down} fill={COLOR.down} />
            {raised > 0 && (
              <text x={middle} y={up.y - 5}>
                {short.format(raised)}
              </text>
            )}
            {lowered > 0 && (
              <text x={middle} y={down.y + down.height + 13}>
                {short.format(lowered)}
              </text>
            )}
            <text x={middle} y={HEIGHT + DAYS_BELOW - 5} fill="var(--p-color-text-secondary)">
              {weekday.format(new Date(day))}
            </text>
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={line} y2={line} stroke="var(--p-color-border)" />
    </svg>
  );
}

/** What a colour of the chart stands for, beside its words. */
export function ChartKey({ of }: { of: "up" | "down" }) {
  const points = of === "up" ? "6,1 11,11 1,11" : "1,1 11,1 6,11";
  return (
    <svg aria-hidden width="12" height="12">
      <polygon points={points} fill={COLOR[of]} />
    </svg>
  );
}
