/** Runs a storage access; disabled or full storage gives the fallback. */
export function attempt<T>(access: () => T, fallback: T): T {
  try {
    return access();
  } catch {
    return fallback;
  }
}
