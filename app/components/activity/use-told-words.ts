import { useTranslation } from "react-i18next";
import type { SettingsChanged, ToldActivity } from "../../domain/activity/activity-kinds.ts";
import { useMoment } from "../use-moment.ts";
import { useFieldName } from "../use-sentence.ts";

/** What an entry among the activities says: what the merchant said or switched, problems that came and went. */
export function useToldWords(): (told: ToldActivity) => { title: string; more: string } {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const nameOf = useFieldName();
  // Which key it is depends on what is stored, so its type cannot be told.
  const told = t as (key: string, named: object) => string;
  const known = (key: string, otherwise: string, named: Record<string, unknown> = {}) =>
    i18n.exists(key, named) ? told(key, named) : otherwise;
  const list = (words: string[]) =>
    new Intl.ListFormat(i18n.language, { type: "unit", style: "long" }).format(words);
  return (entry) => {
    const { title, more = "" } = inWords(entry);
    return { title, more };
  };

  function inWords(told: ToldActivity): { title: string; more?: string } {
    switch (told.kind) {
      case "mapped":
        return { title: t("activity.told.mapped", told.details) };
      case "words": {
        const { action, count } = told.details;
        return { title: t(`activity.told.words.${action}`, { count }) };
      }
      case "shared":
        return { title: t(`activity.told.shared.${told.details.policy}`) };
      case "upload-applied": {
        const { file, changed: count, left } = told.details;
        return { title: t("activity.told.upload-applied", { file, count }), more: leftInWords(left) };
      }
      case "upload-undone": {
        const { file, undone: count, left } = told.details;
        return { title: t("activity.told.upload-undone", { file, count }), more: leftInWords(left) };
      }
      case "push-started":
      case "update-started":
      case "live":
      case "jumps-confirmed":
      case "previous-location-cleared":
      case "previous-location-restored":
      case "zeroes-allowed":
      case "events-retried":
      case "jobs-retried":
        return { title: t(`activity.told.${told.kind}`, told.details) };
      case "pushed":
        return { title: t("activity.told.pushed", told.details) };
      case "edit-sent":
        return { title: t("activity.told.edit-sent", { fields: list(told.details.fields.map(nameOf)) }) };
      case "catalogues-read": {
        const { variants: count, products } = told.details;
        return { title: t("activity.told.catalogues-read", { count, products }) };
      }
      case "problem-opened":
      case "problem-cleared":
      case "problem-retried": {
        const { problem, ...named } = told.details;
        const heading = known(`problem.${problem}.heading`, problem, named);
        return { title: t(`activity.told.${told.kind}`, { problem: heading }) };
      }
      case "connected":
      case "location-changed":
      case "previous-location-dismissed":
      case "upload-checked":
        return { title: t(`activity.told.${told.kind}`, told.details) };
      case "settings-changed": {
        const { of, changes } = told.details;
        const each = changes.map((change) => changeInWords(of, change));
        return { title: t(`activity.told.settings-changed.${of}`), more: each.join(" · ") };
      }
      case "buffer-set": {
        const { pieces } = told.details;
        const title =
          pieces === null
            ? t("activity.told.buffer-usual")
            : t("activity.told.buffer-set", { count: pieces });
        return { title };
      }
      case "work-canceled": {
        const { work, count } = told.details;
        const title = t("activity.told.work-canceled", { work: t(`activity.work.${work}`) });
        return { title, more: count > 0 ? t("activity.told.unsent", { count }) : "" };
      }
      case "work-dismissed":
        return {
          title: t("activity.told.work-dismissed", { work: t(`activity.work.${told.details.work}`) }),
        };
      case "view-saved":
      case "view-renamed":
      case "view-deleted": {
        const list = t(`nav.${told.details.list}`);
        return { title: t(`activity.told.${told.kind}`, { ...told.details, list }) };
      }
      case "data-requested":
        return { title: t("activity.told.data-requested", { count: told.details.orderIds.length }) };
      case "relinked":
      case "product-gone":
      case "product-deleted":
      case "keys-entered":
      case "token-changed":
      case "account-changed":
      case "key-changed":
      case "old-key-ended":
      case "events-asked":
      case "disconnected":
      case "uninstalled":
      case "live-all":
      case "paused":
      case "resumed":
      case "tracked":
      case "import-requested":
      case "all-retried":
      case "report-seen":
      case "guide-dismissed":
      case "full-sync-requested":
      case "sync-requested":
        return { title: t(`activity.told.${told.kind}`) };
    }
  }

  function leftInWords(left: number): string {
    return left > 0 ? t("activity.told.left", { count: left }) : "";
  }

  function changeInWords(of: SettingsChanged["of"], change: SettingsChanged["changes"][number]): string {
    const { setting, from, to } = change;
    return t("activity.change", {
      setting: known(`activity.setting.${of}.${setting}`, setting),
      ...{ from: valueInWords(from), to: valueInWords(to) },
    });
  }

  function valueInWords(value: string | number | boolean | null): string {
    if (value === null) return t("activity.value.none");
    if (typeof value === "boolean") return t(value ? "activity.value.on" : "activity.value.off");
    if (typeof value === "number") return new Intl.NumberFormat(i18n.language).format(value);
    const isTime = /^\d{4}-\d\d-\d\dT/.test(value);
    return isTime ? moment(new Date(value)) : known(`activity.value.${value}`, value);
  }
}
