import { useTranslation } from "react-i18next";
import type { ProblemGroup } from "../domain/problems/group-problems.ts";
import { isOfGoods } from "../domain/problems/problem-kinds.ts";
import type { OpenProblem } from "../domain/problems/problems.ts";
import { useSentence } from "./use-sentence.ts";

/** What broke, and what it costs and what to do: of one problem, or of many alike. */
export function useProblemWords(): (group: ProblemGroup) => { heading: string; body: string } {
  const { t } = useTranslation();
  return ({ kind, count, one }) => {
    if (count > 1 && isOfGoods(kind))
      return {
        heading: t(`problem.${kind}.many.heading`, { count }),
        body: t(`problem.${kind}.many.body`),
      };
    const { location, sku, newSku, count: figure, job } = one.details;
    const named = { location, sku, newSku, count: figure, job: job ? t(`problem.job.${job}`) : "" };
    return { heading: t(`problem.${kind}.heading`, named), body: t(`problem.${kind}.body`, named) };
  };
}

/** What the shop or the warehouse objected to, in a sentence; empty where it is a matter of neither. */
export function useObjection(): (problem: OpenProblem) => string {
  const { t } = useTranslation();
  const inWords = useSentence();
  return ({ details: { sentence, reason } }) => {
    if (!sentence) return reason && t("shopReason", { reason });
    const { heading, body } = inWords(sentence);
    return `${heading}. ${body}`;
  };
}
