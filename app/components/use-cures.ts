import type { BannerProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ProblemGroup } from "../domain/problems/group-problems.ts";
import { useCure } from "./use-cure.ts";
import { usePanel } from "./use-panel.ts";
import { goodsLink } from "./variant-url.ts";

export type Cures = Pick<BannerProps, "action" | "secondaryAction">;

/** Where problems of one kind are cured, or how: for each there is a way on. */
export function useCures({ kind, count, one }: ProblemGroup): Cures {
  const { t } = useTranslation();
  const { plans } = usePanel();
  const { send, busy } = useCure();
  const tryAgain = {
    content: t("problem.do.try"),
    loading: busy,
    onAction: () => send({ intent: "try-again" }),
  };
  switch (kind) {
    case "warehouse-token-refused":
      return { action: { content: t("problem.do.token"), url: "/app/connect" } };
    case "webhook-key-refused":
      return { action: { content: t("problem.do.key"), url: "/app/connect" } };
    case "warehouse-unreachable":
    case "warehouse-not-understood":
    case "shop-access-lost":
    case "shop-scope-missing":
    case "shop-frozen":
    case "warehouse-forbidden":
    case "inbound-parts-missing":
      return { action: tryAgain };
    case "location-gone":
      return {
        action: { content: t("problem.do.location"), url: "/app/connect" },
        secondaryAction: tryAgain,
      };
    case "plan-ended":
    case "plan-over":
      return plans ? { action: { content: t("problem.do.plan"), url: plans.url, target: "_top" } } : {};
    case "stock-stopped":
      return { action: { content: t("stock.stopped.see"), url: "/app/stock?verdict=stopped" } };
    case "events-missed":
    case "events-refused": {
      const onAction = () => send({ intent: "ask-for-events" });
      return { action: { content: t("problem.do.events"), loading: busy, onAction } };
    }
    case "inbound-unreadable":
    case "return-unreadable":
    case "return-undisposed":
    case "shipment-unsynced":
    case "product-unreadable":
    case "quantity-unsynced":
    case "job-failing":
      if (count === 1) return { action: tryAgain };
      return {
        action: { content: t("problem.do.list"), url: `/app/problems?kind=${kind}` },
        secondaryAction: tryAgain,
      };
    case "sku-unknown":
      if (count > 1)
        return {
          action: { content: t("problem.do.list"), url: "/app/products?state=sku_unknown" },
          secondaryAction: tryAgain,
        };
      return {
        action: { content: t(one.variant ? "problem.do.open" : "problem.do.find"), url: goodsLink(one) },
        secondaryAction: tryAgain,
      };
    case "sku-renamed":
      if (count > 1)
        return { action: { content: t("problem.do.list"), url: "/app/products?state=sku_renamed" } };
      return { action: { content: t("problem.do.open"), url: goodsLink(one) } };
    case "stock-rejected":
    case "stock-absurd":
    case "stock-unreadable":
    case "other-writer":
    case "edit-rejected":
      if (count > 1) return { action: { content: t("problem.do.list"), url: `/app/problems?kind=${kind}` } };
      return {
        action: { content: t(one.variant ? "problem.do.open" : "problem.do.find"), url: goodsLink(one) },
      };
  }
}
