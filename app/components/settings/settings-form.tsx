import { SaveBar, useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack } from "@shopify/polaris";
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A form of settings. What is changed and not saved is said by the admin's own bar, which also keeps it from being left. */
export function SettingsForm(props: {
  /** As they stand in the form, and as they are kept. */
  values: object;
  kept: object;
  onDiscard(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const changed = JSON.stringify(props.values) !== JSON.stringify(props.kept);
  return (
    <Form method="post" ref={form}>
      <BlockStack gap="400">{props.children}</BlockStack>
      <SaveBar id="settings" open={changed}>
        {/* Shopify's save bar reads these off and shows buttons of its own. */}
        <button variant="primary" onClick={() => submit(form.current)} disabled={busy} type="button">
          {t("settings.save")}
        </button>
        <button type="button" onClick={props.onDiscard}>
          {t("settings.discard")}
        </button>
      </SaveBar>
    </Form>
  );
}

/** Tells in a message of the admin's that settings were saved, once for each answer. */
export function useSavedMessage(answer: { outcome: string } | undefined): void {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  useEffect(() => {
    if (answer?.outcome === "saved") void bridge.toast.show(t("settings.saved"));
  }, [answer]); // eslint-disable-line react-hooks/exhaustive-deps -- Once for each answer.
}
