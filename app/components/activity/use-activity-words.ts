import type { BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ActivityRow } from "../../domain/activity/list-activity.ts";
import type { EventFailure, Told } from "../../domain/activity/read-found.ts";
import { useCause } from "../use-cause.ts";
import { useEventWord } from "./use-event-word.ts";
import { useMoment } from "../use-moment.ts";
import { useSentence } from "../use-sentence.ts";
import { useTimelineWords, WRITE_TONE } from "../use-timeline-words.ts";
import { useToldWords } from "./use-told-words.ts";

export interface ActivityWords {
  title: string;
  /** What led to it or came of it; empty where there is nothing to say. */
  more: string;
  badge?: { content: string; tone: BadgeProps["tone"] };
}

/** What an activity says. */
export function useActivityWords(): (row: Pick<ActivityRow, "told" | "at">) => ActivityWords {
  const { t } = useTranslation();
  const moment = useMoment();
  const causeInWords = useCause();
  const eventWord = useEventWord();
  const timelineInWords = useTimelineWords();
  const toldInWords = useToldWords();
  const sentenceInWords = useSentence();
  return ({ told, at }) => {
    switch (told.source) {
      case "ledger":
        return ledger(told, at);
      case "timeline": {
        const { outcome, details } = told;
        const isRefused = outcome === "refused" && details.reason !== undefined;
        return {
          title: timelineInWords(told),
          more: isRefused ? t("timeline.reason", { reason: details.reason }) : "",
          ...(outcome && { badge: { content: t(`timeline.outcome.${outcome}`), tone: WRITE_TONE[outcome] } }),
        };
      }
      case "hint": {
        const { event, followedAt, failure } = told;
        const title = t("timeline.heard", { event: eventWord(event) });
        if (failure) return { title, ...failed(failure, at) };
        const more = followedAt
          ? t("activity.followed", { time: moment(followedAt, at) })
          : t("activity.notFollowed");
        return { title, more };
      }
      case "activity":
        return toldInWords(told);
      case "mapping": {
        const { decision, by, goods } = told;
        const title =
          decision === "mapped"
            ? t(`activity.mapping.mapped.${by}`, { goods })
            : t(`activity.mapping.${decision}`);
        return { title, more: "" };
      }
      case "push":
        return { title: t("activity.push.asked"), more: t(`activity.push.${told.state}`) };
    }
  };

  function failed({ key, retryAt }: EventFailure, at: Date): Omit<ActivityWords, "title"> {
    const { heading } = sentenceInWords({ key, values: { field: "", limit: 0, length: 0, reason: "" } });
    if (!retryAt)
      return {
        more: t("activity.update.failedBecause", { failure: heading }),
        badge: { content: t("activity.update.failed"), tone: "critical" },
      };
    return {
      more: t("activity.update.retryAt", { failure: heading, time: moment(retryAt, at) }),
      badge: { content: t("activity.update.retrying"), tone: "attention" },
    };
  }

  function ledger(told: Extract<Told, { source: "ledger" }>, at: Date): ActivityWords {
    const { figure, from, to, outcome, cause, reason } = told;
    const because = cause
      ? t("variant.history.because", { cause: causeInWords(cause, at) })
      : t("variant.history.compared");
    const parts = [t(`variant.history.${outcome}`), reason, outcome !== "other" && because];
    return {
      title: t(`changes.fromTo.${figure}`, { from, to }),
      more: parts.filter(Boolean).join(" · "),
    };
  }
}
