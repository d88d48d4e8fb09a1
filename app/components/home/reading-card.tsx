import type { VariantState } from "@prisma/client";
import { InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Reading, ShownReading } from "../../domain/catalog/import/read-reading.ts";
import { ReadAgain } from "./read-again.tsx";
import { ReadingWords } from "./reading-progress.tsx";
import { VARIANT_STATES } from "../state-badge.tsx";
import { WorkCard, WorkResult } from "../work-card.tsx";
import { readPercent } from "../work-percent.ts";

const OF = { work: "reading" } as const;

/** The reading of both catalogues: how far it is, that it was called off, or what it found. */
export function ReadingCard({
  reading,
  variants,
}: {
  reading: ShownReading;
  /** How many variants stand how to the warehouse by now. */
  variants: Record<VariantState, number>;
}) {
  switch (reading.state) {
    case "running":
      return <Running reading={reading} />;
    case "stopped":
      return <Stopped first={reading.first} />;
    case "done":
      return <Done variants={variants} />;
  }
}

function Running({ reading }: { reading: Reading }) {
  const { t } = useTranslation();
  return (
    <WorkCard name={OF} heading={t("home.reading.heading")} percent={readPercent(reading)}>
      <ReadingWords reading={reading} />
    </WorkCard>
  );
}

function Stopped({ first }: { first: boolean }) {
  const { t } = useTranslation();
  return (
    <WorkResult
      name={OF}
      tone={first ? "warning" : "info"}
      heading={t("home.reading.stopped.heading")}
      stays={first}
    >
      <Text as="p">{t(first ? "home.reading.stopped.first" : "home.reading.stopped.again")}</Text>
      <div>
        <ReadAgain />
      </div>
    </WorkResult>
  );
}

/** States in which a variant's stock does not follow the warehouse until the merchant says something. */
const NEEDING = ["suggested", "ambiguous", "unmapped", "not_at_warehouse"] as const satisfies VariantState[];

function Done({ variants }: { variants: Record<VariantState, number> }) {
  const { t } = useTranslation();
  const total = VARIANT_STATES.reduce((sum, state) => sum + variants[state], 0);
  const needing = NEEDING.filter((state) => variants[state] > 0);
  return (
    <WorkResult
      name={OF}
      tone={needing.length > 0 ? "info" : "success"}
      heading={t("home.reading.done.heading", { count: total })}
    >
      <Text as="p">{t("home.reading.done.mapped", { count: variants.mapped })}</Text>
      {needing.length > 0 && (
        <InlineStack gap="300">
          {needing.map((state) => (
            <Link key={state} url={`/app/products?state=${state}`}>
              {t(`home.reading.done.${state}`, { count: variants[state] })}
            </Link>
          ))}
        </InlineStack>
      )}
    </WorkResult>
  );
}
