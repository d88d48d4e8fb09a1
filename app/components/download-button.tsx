import { Banner, BlockStack, Button } from "@shopify/polaris";
import { useState } from "react";

/** Saves what is at an address of ours as a file. */
export function DownloadButton(props: {
  url: string;
  name: string;
  label: string;
  /** What is said when it could not be had. */
  failed: string;
  plain?: boolean;
}) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const download = async () => {
    setState("busy");
    try {
      await save(props.url, props.name);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <BlockStack gap="300" inlineAlign="start">
      {state === "failed" && <Banner tone="critical">{props.failed}</Banner>}
      <Button
        {...(props.plain && { variant: "plain" })}
        onClick={() => void download()}
        loading={state === "busy"}
      >
        {props.label}
      </Button>
    </BlockStack>
  );
}

/** A plain link would not do: inside the admin, only requests made by script carry the session token. */
async function save(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the download answered ${response.status}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file over once the click is done with.
  setTimeout(() => URL.revokeObjectURL(address));
}
