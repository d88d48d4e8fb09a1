import { AppProvider as PolarisProvider } from "@shopify/polaris";
import polarisEnglish from "@shopify/polaris/locales/en.json";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import { useState, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "../i18n/i18n.ts";

export interface PanelSettings {
  apiKey: string;
  /** A stand-in for App Bridge, when the shop is a sandbox. */
  appBridgeUrl: string | undefined;
}

/** What every page of the panel stands on: texts, Polaris and, once the settings are known, App Bridge. */
export function PanelProvider({
  settings,
  children,
}: {
  settings: PanelSettings | undefined;
  children: ReactNode;
}) {
  const [i18n] = useState(() => createI18n("en"));
  const override = settings?.appBridgeUrl && { __APP_BRIDGE_URL: settings.appBridgeUrl };
  return (
    <I18nextProvider i18n={i18n}>
      {settings ? (
        <AppProvider isEmbeddedApp apiKey={settings.apiKey} {...override}>
          {children}
        </AppProvider>
      ) : (
        <PolarisProvider i18n={polarisEnglish}>{children}</PolarisProvider>
      )}
    </I18nextProvider>
  );
}
