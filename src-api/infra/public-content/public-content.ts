import { Lru } from "toad-cache";
import { createListeners } from "#shared/listeners.ts";
import { publicContentChannel, type Listen } from "#api/infra/database/listen.ts";

/** What everybody sees: entries, tags, announcements, products, flags. Not personal data. */
export type PublicContent = {
  /** Grows whenever what everybody sees may have changed; with every call while nobody notifies. Time does not count. */
  version(): number;
  /** Says that it has changed by something that no trigger notifies, such as the brand in memory. */
  changed(): void;
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
    changed: () => changed(),
    onChange: changes.add,
    close,
  };
}

/** Something made of what everybody sees. */
export type SharedAnswer<Value> = {
  value: Value;
  /** When it becomes outdated although nothing is written: a scheduled entry appears. Null: never. */
  validUntil: Date | null;
};

type SharedAnswers<Value> = {
  /** Returns the answer from memory, or makes it, at most once at a time. Neither failures nor outdated ones are cached. */
  get(key: string, make: () => Promise<SharedAnswer<Value>>): Promise<SharedAnswer<Value>>;
};

/** Creates a memory of answers that are the same for everybody. At most `max` of them are cached, by their key. */
export function createSharedAnswers<Value>(
  { publicContent, now }: { publicContent: PublicContent; now: () => Date },
  max: number,
): SharedAnswers<Value> {
  type Cached = { version: number; answer: SharedAnswer<Value> };
  type Making = { version: number; answer: Promise<SharedAnswer<Value>> };
  const cached = new Lru<Cached>(max);
  const making = new Map<string, Making>();

  const isValid = ({ version, answer }: Cached, current: number) =>
    version === current && (answer.validUntil === null || answer.validUntil > now());

  async function makeAndCache(
    key: string,
    version: number,
    make: () => Promise<SharedAnswer<Value>>,
  ) {
    try {
      const answer = await make();
      if (publicContent.version() === version) cached.set(key, { version, answer });
      return answer;
    } finally {
      if (making.get(key)?.version === version) making.delete(key);
    }
  }

  return {
    get: async (key, make) => {
      const version = publicContent.version();
      const known = cached.get(key);
      if (known && isValid(known, version)) return known.answer;
      const under = making.get(key);
      if (under?.version === version) return under.answer;
      const answer = makeAndCache(key, version, make);
      making.set(key, { version, answer });
      return answer;
    },
  };
}
