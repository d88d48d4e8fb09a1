import {
  ANSWER_CLASSES,
  PLAIN_ANSWERS,
  SHOP_ANSWERS,
  WAREHOUSE_ANSWERS,
  type Answer,
  type AnswerClass,
} from "./answers.ts";
import { SHOP_TABLE } from "./shop-table.ts";
import { answersTo, expectedOutcomes, OUTCOMES, type Outcome, type Row } from "./table.ts";
import { WAREHOUSE_TABLE } from "./warehouse-table.ts";

/** The table as tables of Markdown. */
export function describeTable(): string {
  const calls = [...tried(WAREHOUSE_TABLE), ...tried(SHOP_TABLE)];
  const cells = calls.reduce((sum, name) => sum + Object.keys(answersTo(name)).length, 0);
  return [
    `${calls.length} calls, ${cells.toLocaleString("en-US")} pairs of a call and an answer; all held.`,
    "### Answers",
    markdown(["Class", "Answers of the warehouse", "Answers of Shopify"], ANSWER_CLASSES.map(describeClass)),
    "### What becomes of a record",
    markdown(["Outcome", "What it means"], Object.entries(OUTCOMES)),
    "### Calls to the warehouse",
    describeCalls(WAREHOUSE_TABLE),
    "### Calls to Shopify",
    describeCalls(SHOP_TABLE),
  ].join("\n\n");
}

function tried(table: Record<string, Row>): string[] {
  return Object.keys(table).filter((name) => !("unused" in table[name]!));
}

function describeClass(kind: AnswerClass): string[] {
  const namesIn = (answers: Record<string, Answer>) =>
    Object.keys(answers)
      .filter((name) => answers[name]!.class === kind)
      .join(", ");
  return [kind, namesIn(WAREHOUSE_ANSWERS), namesIn({ ...PLAIN_ANSWERS, ...SHOP_ANSWERS })];
}

function describeCalls(table: Record<string, Row>): string {
  const rows = Object.entries(table).map(([name, row]) =>
    "unused" in row ? [`\`${name}\``, `not made: ${row.unused}`, "", "", ""] : describeCall(name, row.record),
  );
  return markdown(["Call", "Its record", "Permanent", "Transient", "Others"], rows);
}

/** The outcome that most answers of a class share stands in its column; answers that differ are named. */
function describeCall(name: string, record: string): string[] {
  const answers = answersTo(name);
  const outcomes = expectedOutcomes(name);
  const namesOf = (kind: AnswerClass) =>
    Object.keys(answers).filter((answer) => answers[answer]!.class === kind);
  const common = new Map(ANSWER_CLASSES.map((kind) => [kind, mostOf(namesOf(kind), outcomes)]));
  const usual = (answer: string) => common.get(answers[answer]!.class);
  const others = Map.groupBy(
    Object.keys(answers).filter((answer) => isNamed(answer) || outcomes[answer] !== usual(answer)),
    (answer) => outcomes[answer]!,
  );
  function isNamed(answer: string) {
    const { class: kind } = answers[answer]!;
    return kind === "account" || kind === "absent";
  }
  return [
    `\`${name}\``,
    record,
    common.get("permanent") ?? "",
    common.get("transient") ?? "",
    [...others].map(([outcome, names]) => `${names.join(", ")}: ${outcome}`).join("; "),
  ];
}

function mostOf(names: readonly string[], outcomes: Record<string, Outcome>): Outcome | undefined {
  const counts = Map.groupBy(names, (name) => outcomes[name]!);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function markdown(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
