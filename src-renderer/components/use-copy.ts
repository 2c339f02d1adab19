import { useState } from "react";

/**
 * Copies a text, or that of a field, which is selected, to be copied by hand if need be. Pages without https, as on a
 * home network, have no clipboard, and some browsers deny it: a click may still copy there. False if that fails, too.
 */
async function copyText(source: string | HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  const text = typeof source === "string" ? source : source.value;
  if (typeof source !== "string") source.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    let isCopied = false;
    const put = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      event.clipboardData?.setData("text/plain", text);
      isCopied = true;
    };
    document.addEventListener("copy", put, { capture: true });
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without a clipboard
    document.execCommand("copy");
    document.removeEventListener("copy", put, { capture: true });
    return isCopied;
  }
}

/** Copies texts. Returns what became of the last one, as a key of the texts. */
export function useCopy() {
  const [outcome, setOutcome] = useState<"copied" | "notCopied" | null>(null);
  const copy = async (source: Parameters<typeof copyText>[0] | null): Promise<void> => {
    setOutcome(null);
    if (source !== null) setOutcome((await copyText(source)) ? "copied" : "notCopied");
  };
  return { outcome, copy };
}
