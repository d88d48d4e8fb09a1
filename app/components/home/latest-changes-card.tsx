import { useTranslation } from "react-i18next";
import type { StockChange } from "../../domain/connection/read-overview.ts";
import { ChangesCard } from "../changes-card.tsx";
import { variantName } from "../variant-name.ts";

/** The stock the shop was last given. */
export function LatestChangesCard({ changes, now }: { changes: StockChange[]; now: Date }) {
  const { t } = useTranslation();
  const told = changes.map(({ id, at, productTitle, variantTitle, sku, figure, from, to }) => ({
    ...{ id, at },
    title: productTitle === null ? sku : variantName({ productTitle, variantTitle }),
    more: t(`changes.fromTo.${figure}`, { from, to }),
  }));
  return <ChangesCard heading={t("home.latest")} changes={told} now={now} />;
}
