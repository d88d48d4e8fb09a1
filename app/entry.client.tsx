import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { readShippedTexts } from "./components/page-texts.tsx";
import { readDataWhole } from "./components/read-data-whole.ts";
import { createI18n } from "./i18n/i18n.ts";

readDataWhole();
const i18n = createI18n(document.documentElement.lang, readShippedTexts());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <RemixBrowser />
      </I18nextProvider>
    </StrictMode>,
  );
});
