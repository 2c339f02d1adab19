export function saveAsFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
