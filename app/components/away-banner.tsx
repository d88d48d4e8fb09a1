import { Banner, Box } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { useAwaySince } from "./keep-last.ts";
import { useMoment } from "./use-moment.ts";

/** Says that what stands below is not fresh, while Dockline cannot be reached. */
export function AwayBanner() {
  const { t } = useTranslation();
  const moment = useMoment();
  const since = useAwaySince();
  if (!since) return null;
  return (
    <Box padding="400" paddingBlockEnd="0">
      <Banner tone="warning" title={t("away.heading")}>
        {t("away.body", { at: moment(since) })}
      </Banner>
    </Box>
  );
}
