import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Modal,
  Text,
  type BannerProps,
} from "@shopify/polaris";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { WorkName } from "../domain/work/cancel-work.ts";
import { Progress } from "./progress.tsx";
import { useWorkAction } from "./use-work-action.ts";

interface WorkCardProps {
  heading: string;
  /** How far it is, in words. */
  children: ReactNode;
  percent: number;
}

/** What is asked before something is lost. */
interface Question {
  heading: string;
  body: string;
  yes: string;
}

/**
 * Work that is under way: what it is, how far it is, and the way to call it off. What it shows is stored, so it is as true
 * after a reload, or in another window.
 */
export function WorkCard({
  name,
  question,
  ...card
}: WorkCardProps & { name: WorkName; question?: Question | undefined }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { cancel, busy } = useWorkAction(name, () => setAsking(false));
  const stop = {
    content: t("work.cancel"),
    loading: busy && !asking,
    onAction: question ? () => setAsking(true) : cancel,
  };
  return (
    <>
      <BareWorkCard {...card} stop={stop} />
      {question && asking && (
        <Modal
          open
          onClose={() => setAsking(false)}
          title={question.heading}
          primaryAction={{ content: question.yes, destructive: true, loading: busy, onAction: cancel }}
          secondaryActions={[{ content: t("work.goOn"), onAction: () => setAsking(false) }]}
        >
          <Modal.Section>
            <Text as="p">{question.body}</Text>
          </Modal.Section>
        </Modal>
      )}
    </>
  );
}

/** The same of work that is stopped in a way of its own. */
export function BareWorkCard({
  heading,
  children,
  percent,
  stop,
}: WorkCardProps & { stop: { content: string; loading: boolean; onAction(): void } }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
          <Text as="h2" variant="headingMd" breakWord>
            {heading}
          </Text>
          <Button
            loading={stop.loading}
            onClick={stop.onAction}
            accessibilityLabel={t("work.stopOne", { action: stop.content, work: heading })}
          >
            {stop.content}
          </Button>
        </InlineStack>
        <BlockStack gap="100">{children}</BlockStack>
        <Progress label={t("work.progress", { work: heading })} percent={percent} />
      </BlockStack>
    </Card>
  );
}

/** Work that is over: what came of it, and what of it is left to the merchant, until they put it away. */
export function WorkResult({
  name,
  heading,
  tone,
  children,
  stays = false,
  ...actions
}: {
  name: WorkName;
  heading: string;
  tone: "success" | "info" | "warning" | "critical";
  children?: ReactNode;
  /** It cannot be put away, because nothing else works before something is done about it. */
  stays?: boolean;
} & Pick<BannerProps, "action" | "secondaryAction">) {
  const { putAway } = useWorkAction(name);
  return (
    <Banner title={heading} tone={tone} {...(!stays && { onDismiss: putAway })} {...actions}>
      {children && <BlockStack gap="200">{children}</BlockStack>}
    </Banner>
  );
}
