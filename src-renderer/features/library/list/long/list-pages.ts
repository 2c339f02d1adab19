import {
  listContent,
  type ListAnswer,
  type Teaser,
} from "../../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../../src-shared/content-kinds.ts";
import { call } from "../../../../api-client/client.ts";
import { knownMotif } from "../../../../components/cover-art/motif-art.tsx";
import { variantsOf } from "../../../../components/cover-art/traits.ts";
import { createListeners } from "../../../../../src-shared/listeners.ts";
import { teaserPage } from "../../queries.ts";
import type { ListFilter, Suitability } from "../list-filter.ts";

/** Entries of each page but the first, which is that of the plain list. */
export const pageSize = 48;
/** Pages in memory. */
const mostKept = 40;
/** Requests at a time. */
const mostAsked = 2;
/** ms for which the list has to stand still before pages are fetched that do not follow a known one. */
const settlesIn = 120;

/** An entry of the list, and the variant of its cover. */
export type ListedTeaser = { teaser: Teaser; variant: number };

type Page = Pick<ListAnswer, "nextCursor" | "previousCursor"> & { items: ListedTeaser[] };
type Query = { cursor: string } | { skip: number };

const withVariants = (items: readonly Teaser[]): ListedTeaser[] => {
  const variants = variantsOf(
    items.map(({ kind, slug, motif }) => ({ kind, slug, motif: knownMotif(motif) })),
  );
  return items.map((teaser, i) => ({ teaser, variant: variants[i] ?? 0 }));
};

const isSame = (one: ListAnswer, other: ListAnswer) =>
  one.total === other.total &&
  one.items.length === other.items.length &&
  one.items.every(({ slug, title }, i) => {
    const same = other.items[i];
    return slug === same?.slug && title === same.title; // in another language
  });

/**
 * The pages of a long list, of which only those near the window are in memory. Pages are fetched by the cursors of their
 * neighbours; where there is none, because the user jumped, by their number.
 */
export class ListPages {
  readonly #kind: ContentKind;
  readonly #filter: ListFilter & Suitability;
  readonly #changed = createListeners();
  readonly #asked = new Set<number>();
  readonly #pages = new Map<number, Page>();
  /** Cursors that lead to a page, also to those that are no longer in memory. */
  readonly #cursors = new Map<number, string>();
  #first: ListAnswer;
  #wanted: readonly number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failed = false;
  /** Number of entries. */
  total: number;
  /** Changes with everything that is shown. */
  version = 0;

  constructor(kind: ContentKind, filter: ListFilter & Suitability, first: ListAnswer) {
    this.#kind = kind;
    this.#filter = filter;
    this.#first = first;
    this.total = first.total;
    this.#begin(first);
  }

  subscribe = this.#changed.add;

  get hasFailed(): boolean {
    return this.#failed;
  }

  /** Takes the first page when it was fetched again; if the list has changed, the others are fetched again too. */
  takeFirst(first: ListAnswer): void {
    if (first === this.#first) return;
    const isOutdated = !isSame(first, this.#first);
    this.#first = first;
    if (!isOutdated) return;
    this.#pages.clear();
    this.#cursors.clear();
    this.total = first.total;
    this.#begin(first);
    this.#emit();
    this.#fetchMissing();
  }

  /** Returns the entry at a place; undefined while it is not there. */
  at(index: number): ListedTeaser | undefined {
    const page = this.#pageOf(index);
    return this.#pages.get(page)?.items[index - this.#startOf(page)];
  }

  /** Returns the cursor of the page that an entry is on; null for the first page, and while it is unknown. */
  cursorAt(index: number): string | null {
    return this.#cursors.get(this.#pageOf(index)) ?? null;
  }

  /** Fetches the page that a cursor leads to. Returns the index of its first entry; null if that fails. */
  async open(cursor: string): Promise<number | null> {
    const answer = await this.#ask({ cursor });
    if (!answer) return null;
    const page = this.#pageOf(answer.offset);
    if (this.#startOf(page) === answer.offset) this.#take(page, answer);
    return answer.offset;
  }

  /** Says which entries are on screen or near it. */
  want(from: number, to: number): void {
    const [first, last] = [this.#pageOf(Math.max(0, from)), this.#pageOf(Math.max(0, to))];
    this.#wanted = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    clearTimeout(this.#timer);
    const isKnown = this.#missing().every((page) => "cursor" in this.#queryOf(page));
    if (isKnown) this.#fetchMissing();
    else this.#timer = setTimeout(() => this.#fetchMissing(), settlesIn);
  }

  /** Fetches again what failed. */
  retry = (): void => {
    if (!this.#failed) return;
    this.#failed = false;
    this.#emit();
    this.#fetchMissing();
  };

  #begin({ items, nextCursor, previousCursor }: ListAnswer): void {
    this.#pages.set(0, { items: withVariants(items), nextCursor, previousCursor });
    if (nextCursor) this.#cursors.set(1, nextCursor);
  }

  #emit(): void {
    this.version += 1;
    this.#changed.emit();
  }

  #pageOf(index: number): number {
    const first = this.#first.items.length;
    return index < first ? 0 : 1 + Math.floor((index - first) / pageSize);
  }

  #startOf(page: number): number {
    return page === 0 ? 0 : this.#first.items.length + (page - 1) * pageSize;
  }

  #missing(): number[] {
    return this.#wanted.filter((page) => !this.#pages.has(page) && !this.#asked.has(page));
  }

  #queryOf(page: number): Query {
    const cursor = this.#cursors.get(page) ?? this.#pages.get(page + 1)?.previousCursor;
    return cursor ? { cursor } : { skip: this.#startOf(page) };
  }

  #fetchMissing(): void {
    if (this.#failed) return;
    for (const page of this.#missing().slice(0, mostAsked - this.#asked.size)) {
      void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    this.#asked.add(page);
    const first = this.#first;
    const answer = await this.#askFor(page);
    this.#asked.delete(page);
    if (first !== this.#first) return this.#fetchMissing();
    if (answer) this.#take(page, answer);
    else {
      this.#failed = true;
      this.#emit();
    }
    this.#fetchMissing();
  }

  /** Fetches a page by its cursor, and by its number if the list has changed meanwhile. */
  async #askFor(page: number): Promise<ListAnswer | null> {
    const skip = this.#startOf(page);
    const query = this.#queryOf(page);
    const answer = await this.#ask(query);
    const isThere = !answer || "skip" in query || answer.offset === skip;
    return isThere ? answer : this.#ask({ skip });
  }

  async #ask(query: Query): Promise<ListAnswer | null> {
    const [, input] = teaserPage(this.#kind, this.#filter);
    const { data } = await call(listContent, {
      ...input,
      query: { ...input.query, ...query, limit: pageSize },
    });
    return data;
  }

  #take(page: number, { items, cursor, nextCursor, previousCursor }: ListAnswer): void {
    this.#pages.set(page, { items: withVariants(items), nextCursor, previousCursor });
    if (cursor) this.#cursors.set(page, cursor);
    if (nextCursor) this.#cursors.set(page + 1, nextCursor);
    // Entries were withdrawn meanwhile.
    else this.total = Math.max(this.#first.items.length, this.#startOf(page) + items.length);
    this.#drop(page);
    this.#emit();
  }

  /** Forgets the page that is farthest from a new one, but never the first. */
  #drop(near: number): void {
    if (this.#pages.size <= mostKept) return;
    const others = [...this.#pages.keys()].filter((page) => page !== 0);
    const farthest = others.reduce((one, other) =>
      Math.abs(other - near) > Math.abs(one - near) ? other : one,
    );
    this.#pages.delete(farthest);
  }
}
