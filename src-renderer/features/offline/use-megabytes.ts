import { useFormats } from "#renderer/i18n/formats.ts";

const megabyte = 1_000_000;

/** Returns a function that formats bytes as megabytes: with one decimal below ten, and never as none. */
export function useMegabytes(): (bytes: number) => string {
  const { number } = useFormats();
  return (bytes) => {
    const size = bytes / megabyte;
    return number(size < 10 ? Math.max(0.1, Math.round(size * 10) / 10) : Math.round(size));
  };
}
