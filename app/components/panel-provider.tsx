import { AppProvider as PolarisProvider } from "@shopify/polaris";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { textsOf } from "../i18n/i18n.ts";

type TranslationDictionary = ComponentProps<typeof PolarisProvider>["i18n"];

export interface PanelSettings {
  apiKey: string;
  /** A stand-in for App Bridge, when the shop is a sandbox. */
  appBridgeUrl: string | undefined;
}

/** What every page of the panel stands on: Polaris in the merchant's language and, once the settings are known, App Bridge. */
export function PanelProvider({
  settings,
  children,
}: {
  settings: PanelSettings | undefined;
  children: ReactNode;
}) {
  const { i18n } = useTranslation();
  const texts = textsOf(i18n, ["polaris"]).polaris as TranslationDictionary;
  const override = settings?.appBridgeUrl && { __APP_BRIDGE_URL: settings.appBridgeUrl };
  return settings ? (
    <AppProvider isEmbeddedApp apiKey={settings.apiKey} i18n={texts} {...override}>
      {children}
    </AppProvider>
  ) : (
    <PolarisProvider i18n={texts}>{children}</PolarisProvider>
  );
}
