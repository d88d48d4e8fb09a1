import { Modal, Text } from "@shopify/polaris";
import { useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

/** Asks before the last import is undone. */
export function UndoModal({
  upload,
  onClose,
}: {
  upload: { id: string; fileName: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  useOnceDone(busy, onClose);
  const undo = () => submit({ intent: "undo", uploadId: upload.id }, { method: "post" });
  return (
    <Modal
      open
      onClose={onClose}
      title={t("mappings.undo.heading")}
      primaryAction={{
        content: t("mappings.undo.confirm"),
        destructive: true,
        loading: busy,
        onAction: undo,
      }}
      secondaryActions={[{ content: t("mappings.undo.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{t("mappings.undo.body", { file: upload.fileName })}</Text>
      </Modal.Section>
    </Modal>
  );
}

/** Calls back when what was going on is over. */
function useOnceDone(busy: boolean, callback: () => void): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !busy) callback();
    was.current = busy;
  }, [busy, callback]);
}
