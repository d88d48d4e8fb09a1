import { BlockStack, Card, Text, TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { FoundThings } from "../../domain/activity/find-things.ts";
import { DownloadButton } from "../download-button.tsx";
import { useTypedSearch } from "../use-typed-search.ts";
import { variantName } from "../variant-name.ts";

/** More names would not be read. */
const SHOWN = 5;

/** What the bundle is to tell more of, and where it is downloaded. */
export function SupportAboutCard({
  search,
  variants,
  returns,
  purchases,
}: { search: string } & Pick<FoundThings, "variants" | "returns" | "purchases">) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useTypedSearch(search);
  const names = [
    ...returns.map(({ name }) => name),
    ...purchases.map(({ supplier, supplierRef }) => `${supplier} (${supplierRef})`),
    ...variants.map((variant) => variantName(variant)),
  ];
  const list = new Intl.ListFormat(i18n.language, { type: "unit" }).format(names.slice(0, SHOWN));
  const more = names.length - SHOWN;
  const found = more > 0 ? t("support.about.andMore", { list, count: more }) : list;
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="stretch">
        <Text as="h2" variant="headingMd">
          {t("support.about.heading")}
        </Text>
        <TextField
          label={t("support.about.label")}
          helpText={t("support.about.help")}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={search.trim() !== "" && names.length === 0 && t("support.about.none")}
        />
        <Text as="p" tone="subdued" breakWord>
          <span aria-live="polite">{names.length > 0 && t("support.about.found", { list: found })}</span>
        </Text>
        <DownloadButton
          url={`/app/activity/support.json?${new URLSearchParams({ search: typed }).toString()}`}
          name="dockline-support.json"
          label={t("support.download")}
          failed={t("support.failed")}
        />
      </BlockStack>
    </Card>
  );
}
