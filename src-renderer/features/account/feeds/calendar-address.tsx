import { useTranslation } from "react-i18next";
import {
  createCalendarAddress,
  getCalendarAddress,
  revokeCalendarAddress,
} from "#shared/api/training-calendar.ts";
import { deviceTimeZone } from "#shared/formats.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { SecretAddress } from "./secret-address.tsx";

/** The calendar with the sessions of all followed protocols. */
export function CalendarAddress() {
  const { t } = useTranslation("feeds");
  const query = useApiQuery(getCalendarAddress, {});
  const create = async () => {
    const body = { timeZone: deviceTimeZone() };
    const { data, error } = await call(createCalendarAddress, { body });
    if (error) return { data: null, error };
    const calendar = { label: t("calendar.address"), copy: t("calendar.copy"), address: data.url };
    return { data: { addresses: [calendar], createdAt: data.createdAt }, error };
  };
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />} hidesStale>
      {({ createdAt }) => (
        <SecretAddress
          part="calendar"
          createdAt={createdAt}
          create={create}
          end={() => call(revokeCalendarAddress, {})}
          onChanged={(since) => setAnswer(getCalendarAddress, { createdAt: since })}
        />
      )}
    </QueryView>
  );
}
