/**
 * Copies the text of a field. Returns false where that is not allowed; the text is selected then, to be copied
 * by hand. The desktop app denies pages the clipboard, but lets a click copy what is selected.
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // oxlint-disable-next-line typescript/no-deprecated -- works where the clipboard is denied
    return document.execCommand("copy");
  }
}
