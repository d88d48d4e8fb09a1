import { useTranslation } from "react-i18next";
import { plainWord } from "../plain-word.ts";

/** What kind of inbound the warehouse has, in words. */
export function useInboundType(): (type: string) => string {
  const { t } = useTranslation();
  return (type) => {
    if (type === "purchase" || type === "return") return t(`inbounds.type.${type}`);
    return type === "" ? t("unknown") : plainWord(type);
  };
}
