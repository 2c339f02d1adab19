/** A step of the method: an item of a numbered list in the recipe's text. */
export type Step = {
  /** Markdown without the number. */
  text: string;
  /** Line of the text where it begins, from 1. */
  line: number;
};

/** Returns the steps of a recipe: the items of all numbered lists in its Markdown that are not indented. */
export function stepsOf(body: string): Step[] {
  const steps: Step[] = [];
  let isOpen = false;
  let isCode = false;
  for (const [at, line] of body.split("\n").entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const item = isCode ? null : /^\d{1,9}[.)]\s+(.*)$/.exec(line);
    const last = steps.at(-1);
    if (item) {
      steps.push({ text: item[1] ?? "", line: at + 1 });
      isOpen = true;
    } else if (/^(#{1,6} |\||>|[-*+] |---)/.test(line)) isOpen = false;
    else if (isOpen && last && (/^\s+\S/.test(line) || (line !== "" && !last.text.endsWith("\n"))))
      last.text += `\n${line.trim()}`;
    else if (line !== "") isOpen = false;
    else if (last) last.text += "\n";
  }
  return steps.map((step) => ({ ...step, text: step.text.trim() }));
}
