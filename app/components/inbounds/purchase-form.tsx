import { Banner, BlockStack, Box, Button, InlineStack, type BannerHandles } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnouncePurchaseOutcome } from "../../domain/inbounds/announce-purchase.ts";
import type { EditPurchaseOutcome } from "../../domain/inbounds/edit-purchase.ts";
import type { PurchaseField } from "../../domain/inbounds/purchase-content.ts";
import type { PurchaseForm as Form } from "../../domain/inbounds/read-purchase-form.ts";
import { PurchaseFieldsCard } from "./purchase-fields-card.tsx";
import { PurchaseFileCard } from "./purchase-file-card.tsx";
import { isPieces, PurchaseLinesCard, type FormLine } from "./purchase-lines-card.tsx";

type Answer = Exclude<AnnouncePurchaseOutcome | EditPurchaseOutcome, { outcome: "announced" | "asked" }>;
type Fault = Extract<Answer, { outcome: "objections" }>["faults"][number];

/** What is announced, filled in or changed. What was typed stays, also when it cannot be sent. */
export function PurchaseForm(props: {
  form: Form;
  /** Sent along; names the form, so that sending it twice is announcing once. */
  formId?: string;
  mostLines: number;
  submit: string;
  back: string;
}) {
  const { form, formId, mostLines } = props;
  const { t } = useTranslation();
  const { data, state, submit } = useFetcher<Answer>();
  const [fields, setFields] = useState(form.fields);
  const [lines, setLines] = useState<FormLine[]>(() =>
    form.lines.map(({ quantity, ...line }) => ({ ...line, quantity: String(quantity) })),
  );
  // What the answer says of a field holds until the field is changed.
  const [answered, setAnswered] = useState<Answer>();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  if (data !== answered) {
    setAnswered(data);
    setChanged(new Set());
  }
  const [stopped, setStopped] = useState(false);
  const inWords = useFault();
  const faults = data?.outcome === "objections" ? data.faults : [];
  const touch = (name: string) => setChanged((before) => new Set([...before, name]));
  const errorOf = (name: PurchaseField): string | undefined => {
    const [limit, length] = [form.limits[name], fields[name].length];
    if (limit !== undefined && length > limit)
      return inWords({ field: name, rule: "too-long", limit, length });
    const fault = changed.has(name) ? undefined : faults.find(({ field }) => field === name);
    return fault && inWords(fault);
  };
  const names = Object.keys(fields) as PurchaseField[];
  const send = (how: { sendUnchecked?: boolean } = {}) => {
    const broken = lines.some(({ quantity }) => !isPieces(quantity));
    const tooLong = names.some((name) => fields[name].length > (form.limits[name] ?? Infinity));
    setStopped(broken || tooLong);
    if (broken || tooLong) return;
    const content = {
      fields,
      lines: lines.map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) })),
    };
    submit({ content, ...how, ...(formId && { formId }) }, { method: "post", encType: "application/json" });
  };
  const ofLines = changed.has("lines") ? undefined : faults.find(({ field }) => field.startsWith("lines"));
  const add = (more: FormLine[]) => {
    const skus = new Set(more.map(({ sku }) => sku));
    setLines((before) => [...more, ...before.filter(({ sku }) => !skus.has(sku))]);
    touch("lines");
  };
  return (
    <BlockStack gap="400">
      <Refusal
        answer={state === "idle" ? data : undefined}
        stopped={stopped}
        onSendAnyway={() => send({ sendUnchecked: true })}
      />
      <PurchaseFieldsCard
        values={fields}
        limits={form.limits}
        onChange={(name, value) => {
          setFields((before) => ({ ...before, [name]: value }));
          touch(name);
        }}
        errorOf={errorOf}
      />
      <PurchaseLinesCard
        lines={lines}
        onChange={(next) => {
          setLines(next);
          touch("lines");
        }}
        error={ofLines && inWords(ofLines)}
      />
      <PurchaseFileCard mostRows={mostLines} onTake={add} />
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <InlineStack gap="200">
          <Button variant="primary" onClick={() => send()} loading={state !== "idle"}>
            {props.submit}
          </Button>
          <Button url={props.back}>{t("inbounds.form.cancel")}</Button>
        </InlineStack>
      </Box>
    </BlockStack>
  );
}

/** Of SKUs that could not be checked, so many are named. */
const NAMED = 10;

/** Why nothing was sent. Where nothing but unchecked SKUs stands in the way, it can be sent all the same. */
function Refusal(props: { answer: Answer | undefined; stopped: boolean; onSendAnyway(): void }) {
  const { answer, stopped } = props;
  const { t } = useTranslation();
  const { unknownSkus, uncheckedSkus, faults } =
    answer?.outcome === "objections" ? answer : { unknownSkus: [], uncheckedSkus: [], faults: [] };
  const isUncheckedOnly = !stopped && uncheckedSkus.length > 0 && unknownSkus.length + faults.length === 0;
  const reason = (() => {
    if (stopped) return t("inbounds.form.failed.body");
    switch (answer?.outcome) {
      case undefined:
        return undefined;
      case "not-connected":
        return t("inbounds.form.notConnected");
      case "too-late":
        return t("inbounds.form.tooLate");
      case "unknown":
        return t("inbounds.done.unknown");
      case "objections":
        if (unknownSkus.length > 0) return t("inbounds.form.unknownSkus", { skus: unknownSkus.join(", ") });
        return isUncheckedOnly
          ? t("inbounds.form.uncheckedSkus", {
              skus: uncheckedSkus.slice(0, NAMED).join(", ") + (uncheckedSkus.length > NAMED ? ", …" : ""),
            })
          : t("inbounds.form.failed.body");
    }
  })();
  // The button that sends stands below everything else, out of sight of this.
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (reason) banner.current?.focus();
  }, [reason]);
  if (!reason) return null;
  return (
    <Banner
      ref={banner}
      tone={isUncheckedOnly ? "warning" : "critical"}
      title={t("inbounds.form.failed.heading")}
      {...(isUncheckedOnly && {
        action: { content: t("inbounds.form.sendAnyway"), onAction: props.onSendAnyway },
      })}
    >
      {reason}
    </Banner>
  );
}

/** What is wrong with a field, in words. */
function useFault(): (fault: Fault) => string {
  const { t } = useTranslation();
  return ({ field, rule, limit = 0, length = 0 }) => {
    if (field === "lines")
      return rule === "missing" ? t("inbounds.fault.noGoods") : t("inbounds.fault.tooManyGoods", { limit });
    return t(`inbounds.fault.${rule}`, { limit, length });
  };
}
