import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** A text that the program names. */
export interface Use {
  where: string;
  key: string;
  /** What it may come to: each `${…}` stands for one step of a key. */
  pattern: RegExp;
  /** Whether it is given to `t` where it stands. */
  asked: boolean;
}

export interface SourceFile {
  /** Every string that may be a text's key. */
  uses: Use[];
  /** Files of the app it imports, but for types. */
  imports: string[];
}

const ROOT = join(import.meta.dirname, "../..");

/** The app's files by their path. */
export function readApp(): Map<string, SourceFile> {
  return new Map(globSync("app/**/*.{ts,tsx}", { cwd: ROOT }).map((file) => [file, readSource(file)]));
}

function readSource(file: string): SourceFile {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = readFileSync(join(ROOT, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const uses: Use[] = [];
  walk(source, {});
  const imports = source.statements
    .filter((statement) => ts.isImportDeclaration(statement))
    .filter(({ importClause }) => !importClause?.isTypeOnly)
    .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
    .filter((from) => from.startsWith("."))
    .map((from) => join(dirname(file), from));
  return { uses, imports };

  function walk(node: ts.Node, { asked = false, whole = false }: { asked?: boolean; whole?: boolean }): void {
    const parts = partsOf(node);
    if (parts && (parts.length === 1 || parts.some((part) => part.includes(".")))) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const rest = whole ? "(\\.[^.]+)?" : "";
      const pattern = new RegExp(`^${parts.map(escape).join("[^.]+")}${rest}$`);
      uses.push({ where: `${file}:${line}`, key: parts.join("…"), pattern, asked });
    }
    const isQuestion = ts.isCallExpression(node) && node.expression.getText() === "t";
    ts.forEachChild(node, (child) => {
      if (isQuestion)
        walk(child, { asked: child === node.arguments[0], whole: node.getText().includes("returnObjects") });
      // Of a choice, either may come; what decides it is no key.
      else if (ts.isConditionalExpression(node)) walk(child, { asked: asked && child !== node.condition });
      else walk(child, {});
    });
  }
}

/** What stands in a string before, between and after what is put into it. */
function partsOf(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return undefined;
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
