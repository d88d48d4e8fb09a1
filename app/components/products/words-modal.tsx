import { Banner, BlockStack, List, Modal, SkeletonBodyText, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { AskForWordsOutcome } from "../../domain/catalog/mapping/ask-for-words.ts";
import type { WordsPreview } from "../../domain/catalog/mapping/change-words.ts";
import { goodsInWords } from "../../domain/catalog/goods-in-words.ts";
import type { Selection, WordsAction } from "../../domain/catalog/mapping/plan-words.ts";
import { variantName } from "../variant-name.ts";

export interface Wanted {
  action: WordsAction;
  selection: Selection;
}

type Answer = { outcome: "preview"; preview: WordsPreview } | AskForWordsOutcome;

/**
 * Shows what an action would change, counted and by example, before it is done; and asks again when that is much.
 * `onDone` hears how many variants changed; `null` when that goes on without the page.
 */
export function WordsModal({
  wanted,
  onClose,
  onDone,
}: {
  wanted: Wanted;
  onClose(): void;
  onDone(changed: number | null): void;
}) {
  const { t } = useTranslation();
  const { data, state, submit } = useFetcher<Answer>();
  const { action, selection } = wanted;
  const send = (more: object) =>
    submit(
      // JSON leaves out what is undefined, and says so to TypeScript.
      JSON.parse(JSON.stringify({ action, selection, ...more })) as object as Parameters<typeof submit>[0],
      { method: "post", action: "/app/products/words", encType: "application/json" },
    );
  useEffect(() => send({}), []); // oxlint-disable-line react/exhaustive-deps -- Once, when it opens.
  const done = data?.outcome === "done" ? data.changed : data?.outcome === "started" ? null : undefined;
  useEffect(() => {
    if (done !== undefined) onDone(done);
  }, [done, onDone]);

  const preview = data && "preview" in data ? data.preview : undefined;
  const asked = data?.outcome === "ask";
  const apply = () => send({ expected: preview?.fingerprint, confirmed: asked });
  const content = asked ? t("words.really", { count: preview?.changes ?? 0 }) : t(`words.${action}.do`);
  return (
    <Modal
      open
      onClose={onClose}
      title={t(`words.${action}.heading`)}
      primaryAction={{
        content,
        onAction: apply,
        loading: state !== "idle" && preview !== undefined,
        disabled: !preview || preview.changes === 0,
        destructive: asked,
      }}
      secondaryActions={[{ content: t("words.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {data?.outcome === "changed-meanwhile" && (
            <Banner tone="warning">{t("words.changedMeanwhile")}</Banner>
          )}
          {asked && preview && (
            <Banner tone="warning" title={t("words.ask.heading", { share: preview.share })}>
              {t("words.ask.body")}
            </Banner>
          )}
          {preview ? <Preview action={action} preview={preview} /> : <SkeletonBodyText lines={4} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Preview({ action, preview }: { action: WordsAction; preview: WordsPreview }) {
  const { t } = useTranslation();
  const { changes, unchanged, examples } = preview;
  return (
    <BlockStack gap="300">
      <Text as="p" fontWeight="semibold">
        {t(`words.${action}.changes`, { count: changes })}
      </Text>
      {examples.length > 0 && (
        <List>
          {examples.map(({ from, to, ...variant }) => (
            <List.Item key={variant.variantId}>
              {t("words.example", {
                variant: variantName(variant),
                from: goodsInWords(from) || t("words.nothing"),
                to: goodsInWords(to) || t(`words.${action}.to`),
              })}
            </List.Item>
          ))}
          {changes > examples.length && (
            <List.Item>{t("words.more", { count: changes - examples.length })}</List.Item>
          )}
        </List>
      )}
      {unchanged > 0 && (
        <Text as="p" tone="subdued">
          {t("words.unchanged", { count: unchanged })}
        </Text>
      )}
    </BlockStack>
  );
}
