import { Lru } from "toad-cache";
import { createListeners } from "#shared/listeners.ts";
import { publicContentChannel, type Listen } from "#api/infra/database/listen.ts";

/** What everybody sees: entries, tags, announcements, products, flags. Not personal data. */
export type PublicContent = {
  /** Grows whenever what everybody sees may have changed; with every call while nobody notifies. Time does not count. */
  version(): number;
  /** Calls the listener at every change. Returns the function that removes it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
};

/** Number of transactions that are remembered: each is notified on every connection. */
const rememberedTransactions = 1000;

/** Begins to watch what everybody sees, by the notifications of the database. */
export async function watchPublicContent(listen: Listen): Promise<PublicContent> {
  const changes = createListeners();
  const seen = new Lru<true>(rememberedTransactions);
  let version = 0;
  let isConnected = true;
  const changed = (transaction?: string) => {
    if (transaction !== undefined) {
      if (seen.get(transaction)) return;
      seen.set(transaction, true);
    }
    version += 1;
    changes.emit();
  };
  const close = await listen(publicContentChannel, changed, (connected) => {
    isConnected = connected;
    if (!connected) changed();
  });
  return {
    version: () => (isConnected ? version : ++version),
    onChange: changes.add,
    close,
  };
}
