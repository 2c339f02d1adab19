import { actNames, type ActName } from "#shared/api/audit.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";

/** What the trail is narrowed by; an empty text narrows nothing. Days are calendar days of the device. */
export type AuditFilter = { act: ActName | ""; person: string; from: string; until: string };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the filter in the query of an address, without invalid values. */
export function auditFilterIn(params: URLSearchParams): AuditFilter {
  const read = (name: keyof AuditFilter) => params.get(name) ?? "";
  const day = (text: string) => (isDay(text) ? text : "");
  return {
    act: actNames.find((act) => act === read("act")) ?? "",
    person: uuid.test(read("person")) ? read("person") : "",
    from: day(read("from")),
    until: day(read("until")),
  };
}

/** Returns when a day begins on this device, a number of days later. */
function startOf(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** Returns the filter as parameters of the API. */
export const queryOf = ({ act, person, from, until }: AuditFilter) => ({
  ...(act && { act }),
  ...(person && { person }),
  ...(from && { from: startOf(from) }),
  ...(until && { until: startOf(until, 1) }),
});

/** Returns the filter, which is kept in the address, and what changes it; a change adds no entry to the history. */
export function useAuditFilter() {
  const { params, change } = useAddressParams<keyof AuditFilter>();
  return { filter: auditFilterIn(params), change };
}
