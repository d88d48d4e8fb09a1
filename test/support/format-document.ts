import { format } from "oxfmt";
import config from "../../.oxfmtrc.json" with { type: "json" };

/** Formats a Markdown document as `npx oxfmt` does. */
export async function formatDocument(text: string): Promise<string> {
  const { code, errors } = await format("document.md", text, { printWidth: config.printWidth });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}
