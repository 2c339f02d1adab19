/** Where a spreadsheet would see a formula: at the start of a cell, and after what separates cells somewhere. */
const formulaStart = /(?:^|[,;|\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r\n])/g;

/** What `withFormulaGuards` adds. */
const guards = /(^|[,;|\t\r\n])'(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^'(?=[\t\r\n])/g;

/** Returns a text for a cell of CSV with an apostrophe wherever a spreadsheet would compute it. */
export const withFormulaGuards = (text: string): string => text.replace(formulaStart, "$&'");

/** Returns a text without the apostrophes that `withFormulaGuards` added. */
export const withoutFormulaGuards = (text: string): string => text.replace(guards, "$1");
