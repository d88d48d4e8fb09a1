import { Banner, BlockStack, Text, type BannerProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ProblemGroup } from "../domain/problems/group-problems.ts";
import { isOfGoods } from "../domain/problems/problem-kinds.ts";
import type { OpenProblem } from "../domain/problems/problems.ts";
import { usePanel } from "./use-panel.ts";
import { useAgo } from "./use-ago.ts";
import { useCures, type Cures } from "./use-cures.ts";
import { useObjection, useProblemWords } from "./use-problem-words.ts";
import { When } from "./when.tsx";

/** What the merchant has to fix: what broke, what it costs, what to do, since when, and where or how it is cured. */
export function ProblemBanners(props: {
  problems: readonly ProblemGroup[];
  now: Date;
  /** When the warehouse is tried next, where it does not answer. */
  nextTryAt?: Date | null;
}) {
  const { now, nextTryAt = null } = props;
  // Which permissions are missing stands above every page, with more to tell.
  const isTold = usePanel().missingScopes.length > 0;
  const problems = props.problems.filter(({ kind }) => kind !== "shop-scope-missing" || !isTold);
  if (problems.length === 0) return null;
  return (
    <BlockStack gap="300">
      {problems.map((group) => (
        <ProblemBanner key={group.kind} group={group} now={now} nextTryAt={nextTryAt} />
      ))}
    </BlockStack>
  );
}

/** What is wrong with the goods of one variant, on its own page; what its stock's card tells is left out. */
export function VariantProblems({ problems, now }: { problems: readonly OpenProblem[]; now: Date }) {
  const told = problems.filter(({ kind }) => kind !== "stock-rejected" && kind !== "stock-absurd");
  return told.map((problem) => {
    const { kind, openedAt } = problem;
    const group = { kind, count: 1, since: openedAt, one: { ...problem, variant: null } };
    return <Told key={kind} group={group} now={now} nextTryAt={null} />;
  });
}

interface ProblemBannerProps {
  group: ProblemGroup;
  now: Date;
  nextTryAt: Date | null;
}

function ProblemBanner(props: ProblemBannerProps) {
  return <Told {...props} cures={useCures(props.group)} />;
}

function Told({ group, now, nextTryAt, cures }: ProblemBannerProps & { cures?: Cures }) {
  const { t } = useTranslation();
  const ago = useAgo();
  const inWords = useProblemWords();
  const objection = useObjection();
  const { heading, body } = inWords(group);
  const { kind, count, since, one } = group;
  const tone: BannerProps["tone"] = isOfGoods(kind) ? "warning" : "critical";
  const next = kind === "warehouse-unreachable" && nextTryAt;
  const objected = count === 1 && objection(one);
  return (
    <Banner tone={tone} title={heading} {...cures}>
      <BlockStack gap="100">
        <Text as="p" breakWord>
          {body}
        </Text>
        {objected && (
          <Text as="p" breakWord>
            {objected}
          </Text>
        )}
        {/* A banner's words are read out when they change, and an age does all the time. */}
        <div aria-live="off">
          <Text as="p" tone="subdued">
            {t("problem.since")} <When at={since} now={now} />.{" "}
            {next && (next > now ? t("problem.nextTry", { when: ago(next, now) }) : t("problem.trying"))}
          </Text>
        </div>
      </BlockStack>
    </Banner>
  );
}
