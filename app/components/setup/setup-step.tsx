import { Box, Collapsible, Text } from "@shopify/polaris";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SetupStand } from "../../domain/connection/decide-setup.ts";

export const toggleId = (step: string) => `setup-${step}`;

/** One step of the guide: how it stands, and, opened, what is to be done. */
export function SetupStep(
  props: SetupStand["steps"][number] & {
    open: boolean;
    onToggle(): void;
    children: ReactNode;
  },
) {
  const { step, state, open } = props;
  const { t } = useTranslation();
  const panel = `${toggleId(step)}-panel`;
  return (
    <li className={`guide-step guide-step-${state}`} aria-current={state === "now" ? "step" : undefined}>
      <h2 className="guide-heading">
        <button
          type="button"
          id={toggleId(step)}
          className="guide-toggle"
          aria-expanded={open}
          aria-controls={panel}
          onClick={props.onToggle}
        >
          <span className="guide-mark" aria-hidden="true" />
          <Text as="span" variant="bodyMd" fontWeight={open ? "semibold" : "medium"}>
            {t(`setup.step.${step}.title`)}
          </Text>
          <Text as="span" visuallyHidden>
            {` (${t(`setup.state.${state}`)})`}
          </Text>
        </button>
      </h2>
      <Collapsible id={panel} open={open}>
        <Box paddingInlineStart={{ xs: "300", sm: "1000" }} paddingInlineEnd="300" paddingBlockEnd="300">
          {props.children}
        </Box>
      </Collapsible>
    </li>
  );
}
