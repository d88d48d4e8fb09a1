/**
 * Where a spreadsheet may begin to read a cell: at its beginning, and, should it split the file by another separator
 * than ours and so not heed our quotes, after a semicolon, a tab or a line break within it.
 */
const BEGINNING = "(?<=^|[;\\t\\r\\n])";
/** What makes a formula there, in either width; and apostrophes before it, put there by us or not. */
const FORMULA = "(?='*[^\\S\\t\\r\\n]*[=+\\-@＝＋－＠])";
/** Some spreadsheets pass over these at the beginning of a cell, and read what comes behind. */
const BLANK = "(?='*[\\t\\r\\n])";

const UNGUARDED = new RegExp(`${BEGINNING}${FORMULA}|^${BLANK}`, "g");
const GUARDED = new RegExp(`${BEGINNING}'${FORMULA}|^'${BLANK}`, "g");

/**
 * A text that no spreadsheet takes for a formula: an apostrophe stands before everything that could begin one.
 * `unguardFormulas` takes exactly these away again, also where the text had apostrophes of its own.
 */
export const guardFormulas = (text: string): string => text.replace(UNGUARDED, "'");

export const unguardFormulas = (text: string): string => text.replace(GUARDED, "");
