import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { Form, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** Asks whether a bulk action is really meant. Saying yes sends `fields` again, with how many were agreed to. */
export function AskAgain(props: {
  heading: string;
  body: string;
  confirmed: number;
  fields?: Record<string, string>;
  /** Where saying no leads. */
  back: string;
  /** Hears of a no. */
  onNo?: () => void;
}) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  return (
    <Banner tone="warning" title={props.heading}>
      <Form method="post">
        <input type="hidden" name="confirmed" value={props.confirmed} />
        {Object.entries(props.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <BlockStack gap="300">
          <Text as="p">{props.body}</Text>
          <InlineStack gap="200">
            <Button submit variant="primary" loading={busy}>
              {t("push.askFirst.yes")}
            </Button>
            {props.onNo ? (
              <Button onClick={props.onNo}>{t("push.askFirst.no")}</Button>
            ) : (
              <Button url={props.back}>{t("push.askFirst.no")}</Button>
            )}
          </InlineStack>
        </BlockStack>
      </Form>
    </Banner>
  );
}
