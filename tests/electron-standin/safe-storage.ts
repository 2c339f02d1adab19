import { strictObject } from "./strict.ts";

const unavailable = async (): Promise<never> => {
  throw new Error("Encryption is not available.");
};

/** `safeStorage` without a key store, as Electron has it under Playwright on Linux. */
export const safeStorage = strictObject("SafeStorage", {
  getSelectedStorageBackend: () => "basic_text",
  isAsyncEncryptionAvailable: async () => false,
  encryptStringAsync: unavailable,
  decryptStringAsync: unavailable,
});
