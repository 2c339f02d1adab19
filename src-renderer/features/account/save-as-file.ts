/** Offers data as a JSON file to save, under the given name. */
export function saveAsFile(name: string, data: unknown): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser takes the file over after the click, not during it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
