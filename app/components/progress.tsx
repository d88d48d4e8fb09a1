import { ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";

/** How far something is, in percent; the label is for screen readers. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  const id = useId();
  return (
    <>
      <ProgressBar progress={percent} size="small" ariaLabelledBy={id} />
      <Text as="span" visuallyHidden id={id}>
        {label}
      </Text>
    </>
  );
}
