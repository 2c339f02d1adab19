import { listDiary } from "#shared/api/training-diary.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";

/** What the diary shows; what is missing narrows nothing. */
export type DiaryFilter = {
  /** Id of a dog. */
  dog?: string;
  /** Slug of a protocol. */
  protocol?: string;
  /** The day whose sessions are listed, `YYYY-MM-DD`. */
  day?: string;
  /** The month of the calendar, `YYYY-MM`. */
  month?: string;
};

const { dog, protocol, on } = listDiary.query.shape;

const isMonth = (text: string) => on.safeParse(`${text}-01`).success;

/** Returns the filter in the query of an address; what cannot be one is left out. */
export function diaryFilterIn(params: URLSearchParams): DiaryFilter {
  const read = (name: keyof DiaryFilter, isValid: (text: string) => boolean) => {
    const text = params.get(name);
    return text && isValid(text) ? { [name]: text } : {};
  };
  return {
    ...read("dog", (text) => dog.safeParse(text).success),
    ...read("protocol", (text) => protocol.safeParse(text).success),
    ...read("day", (text) => on.safeParse(text).success),
    ...read("month", isMonth),
  };
}

/** Returns the part of a filter that sums and the exported table follow, for a request. */
export const queryOf = ({ dog: dogId, protocol: slug }: DiaryFilter) => ({
  ...(dogId !== undefined && { dog: dogId }),
  ...(slug !== undefined && { protocol: slug }),
});

/** Returns the filter, which is kept in the address, and what changes it: an empty text removes a part. */
export function useDiaryFilter() {
  const { params, change } = useAddressParams<keyof DiaryFilter>();
  return { filter: diaryFilterIn(params), change };
}
