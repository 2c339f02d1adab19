/** Copies the text of a field. False where that is not allowed: the text is selected, to be copied by hand. */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Pages without https, as on a home network, have no clipboard; some browsers deny it.
    // oxlint-disable-next-line typescript/no-deprecated -- a click may still copy what is selected
    return document.execCommand("copy");
  }
}
