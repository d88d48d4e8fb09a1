import { DOCUMENT, NOT_OF_CLIENT, NOT_OF_SANDBOX, OPEN } from "./document.ts";
import { POINTS } from "./points.ts";

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

/** The points of the document, and the facts that tests compare, as two tables in Markdown. */
export function describeComparison(): string {
  const points = POINTS.map(([says, state, why], index) => row(String(index + 1), says, state, why));
  const facts = Object.entries(DOCUMENT).map(([name, value]) => {
    const sides = ["OpenAPI", "client", "sandbox"].filter(
      (side) =>
        !(side === "client" && NOT_OF_CLIENT.includes(name)) &&
        !(side === "sandbox" && NOT_OF_SANDBOX.includes(name)),
    );
    return row(name, value, sides.join(", "), OPEN[name] ?? "");
  });
  return [
    ...[row("#", "The document", "", "Why"), row("---", "---", "---", "---"), ...points, ""],
    ...[row("Compared", "Is", "The same in", "Open"), row("---", "---", "---", "---"), ...facts],
  ].join("\n");
}
