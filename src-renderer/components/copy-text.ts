/** Copies the text of a field. Returns false where that is not allowed; the text is selected, to be copied by hand. */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false;
  }
}
