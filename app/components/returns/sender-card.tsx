import {
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ReadSenderOutcome } from "../../domain/returns/announce/read-sender.ts";
import { returnUrl } from "../return-url.ts";
import { SenderForm } from "./sender-form.tsx";
import { SenderRefused } from "./sender-refused.tsx";

/** Whose parcel it is, to be looked at and corrected. Nothing is read before the merchant asks. */
export function SenderCard(props: {
  returnId: string;
  /** The order shows another sender than the warehouse has. */
  differs: boolean;
  open: boolean;
  onOpen(open: boolean): void;
}) {
  const { returnId, differs, open, onOpen } = props;
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("returns.sender.heading")}
          </Text>
          <Button variant="plain" ariaExpanded={open} onClick={() => onOpen(!open)}>
            {t(open ? "returns.sender.hide" : "returns.sender.show")}
          </Button>
        </InlineStack>
        <Text as="p" tone="subdued">
          {t("returns.sender.body")}
        </Text>
        {differs && <Banner tone="warning">{t("returns.sender.differs")}</Banner>}
        {open && <Read returnId={returnId} />}
      </BlockStack>
    </Card>
  );
}

function Read({ returnId }: { returnId: string }) {
  const { t } = useTranslation();
  const url = `${returnUrl(returnId)}/sender`;
  const { data, load } = useFetcher<ReadSenderOutcome>();
  useEffect(() => load(url), [url]); // oxlint-disable-line react/exhaustive-deps -- Once, when it opens.
  if (!data) return <SkeletonBodyText lines={6} />;
  if (data.outcome !== "read") return <SenderRefused refusal={data} />;
  return (
    <FormLayout>
      <Text as="p">{t(`returns.sender.from.${data.from}`)}</Text>
      <SenderForm url={url} read={data} />
    </FormLayout>
  );
}
