import { Lru } from "toad-cache";
import type { Services } from "#api/infra/services.ts";

/** Something made of what everybody sees. */
export type SharedAnswer<Value> = {
  value: Value;
  /** When it becomes outdated although nothing is written: a scheduled entry appears. Null: never. */
  validUntil: Date | null;
};

export type SharedAnswers<Value> = {
  /** Returns the answer from memory, or makes it, at most once at a time. Neither failures nor outdated ones are kept. */
  get(key: string, make: () => Promise<SharedAnswer<Value>>): Promise<SharedAnswer<Value>>;
};

/** Creates a memory of answers that are the same for everybody. `max` of them are kept; the key tells all apart. */
export function createSharedAnswers<Value>(
  { publicContent, now }: Pick<Services, "publicContent" | "now">,
  max: number,
): SharedAnswers<Value> {
  type Held = { version: number; answer: SharedAnswer<Value> };
  type Making = { version: number; answer: Promise<SharedAnswer<Value>> };
  const held = new Lru<Held>(max);
  const making = new Map<string, Making>();

  const isValid = ({ version, answer }: Held, current: number) =>
    version === current && (answer.validUntil === null || answer.validUntil > now());

  async function keep(key: string, version: number, make: () => Promise<SharedAnswer<Value>>) {
    try {
      const answer = await make();
      if (publicContent.version() === version) held.set(key, { version, answer });
      return answer;
    } finally {
      if (making.get(key)?.version === version) making.delete(key);
    }
  }

  return {
    get: async (key, make) => {
      const version = publicContent.version();
      const known = held.get(key);
      if (known && isValid(known, version)) return known.answer;
      const under = making.get(key);
      if (under?.version === version) return under.answer;
      const answer = keep(key, version, make);
      making.set(key, { version, answer });
      return answer;
    },
  };
}
