import { SaveBar, useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack } from "@shopify/polaris";
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A settings form. The admin's own bar says that something isn't saved, and keeps the page from being left. */
export function SettingsForm(props: {
  /** The fields that differ from what is stored. Only they are sent. */
  changed: Record<string, string>;
  /** What is sent besides. */
  context?: Record<string, string>;
  /** The last answer, when it is that something was saved. */
  answer: object | undefined;
  onDiscard(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";
  const save = () => submit({ ...props.context, ...props.changed }, { method: "post" });
  useEffect(() => {
    if (props.answer) void bridge.toast.show(t("settings.saved"));
  }, [props.answer]); // oxlint-disable-line react/exhaustive-deps -- Once for each answer.
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <BlockStack gap="400">{props.children}</BlockStack>
      <SaveBar id="settings" open={Object.keys(props.changed).length > 0}>
        {/* Shopify's save bar reads these off and shows buttons of its own. */}
        <button variant="primary" onClick={save} disabled={isBusy} type="button">
          {t("settings.save")}
        </button>
        <button type="button" onClick={props.onDiscard}>
          {t("settings.discard")}
        </button>
      </SaveBar>
    </Form>
  );
}
