import { useTranslation } from "react-i18next";
import { createOwnFeed, endOwnFeed, getOwnFeed } from "#shared/api/feeds.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { SecretAddress } from "./secret-address.tsx";

export function OwnFeed() {
  const { t } = useTranslation("feeds");
  const query = useApiQuery(getOwnFeed, {});
  const create = async () => {
    const { data, error } = await call(createOwnFeed, {});
    if (error) return { data: null, error };
    const atom = { label: t("feed.atom"), copy: t("feed.copyAtom"), address: data.atom };
    const json = { label: t("feed.json"), copy: t("feed.copyJson"), address: data.json };
    return { data: { addresses: [atom, json], createdAt: data.createdAt }, error };
  };
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />} hidesStale>
      {({ createdAt }) => (
        <SecretAddress
          part="feed"
          createdAt={createdAt}
          create={create}
          end={() => call(endOwnFeed, {})}
          onChanged={(since) => setAnswer(getOwnFeed, { createdAt: since })}
        />
      )}
    </QueryView>
  );
}
