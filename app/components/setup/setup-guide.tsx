import { BlockStack, Box, Card, Text } from "@shopify/polaris";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SetupStand, SetupStep as Step } from "../../domain/connection/decide-setup.ts";
import { SetupProgress } from "../home/setup-progress.tsx";
import { SetupStep, toggleId } from "./setup-step.tsx";

/** The steps of the set-up, one open at a time: the next one, until the merchant opens another. */
export function SetupGuide({
  setup,
  contents,
}: {
  setup: SetupStand;
  contents: Record<Step, (goTo: (step: Step) => void) => ReactNode>;
}) {
  const { t } = useTranslation();
  const { next } = setup;
  const [open, setOpen] = useState<Step | null>(next);
  const [before, setBefore] = useState(next);
  if (next !== before) {
    setBefore(next);
    // Who reads another step is left to it.
    if (open === before) setOpen(next);
  }
  // What was clicked may have gone with its step: who uses the keyboard goes on at the next one, not at the page's top.
  const shown = useRef(open);
  useEffect(() => {
    const isOther = shown.current !== open;
    shown.current = open;
    if (isOther && open && document.activeElement === document.body) focusOn(open);
  }, [open]);
  const goTo = (step: Step) => {
    setOpen(step);
    focusOn(step);
  };
  return (
    <Card padding="0">
      <Box padding="400" paddingBlockEnd="200">
        <BlockStack gap="200">
          {next && <Text as="p">{t("setup.intro")}</Text>}
          <SetupProgress setup={setup} />
        </BlockStack>
      </Box>
      <ol className="guide">
        {setup.steps.map((one) => (
          <SetupStep
            key={one.step}
            {...one}
            open={one.step === open}
            onToggle={() => setOpen(one.step === open ? null : one.step)}
          >
            {contents[one.step](goTo)}
          </SetupStep>
        ))}
      </ol>
    </Card>
  );
}

function focusOn(step: Step): void {
  document.getElementById(toggleId(step))?.focus();
}
