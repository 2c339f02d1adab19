import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createOwnFeed, endOwnFeed, getOwnFeed } from "#shared/api/feeds.ts";
import {
  createCalendarAddress,
  getCalendarAddress,
  revokeCalendarAddress,
} from "#shared/api/training-calendar.ts";
import { deviceTimeZone } from "#shared/formats.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { useButtonLook, TextLink } from "#renderer/components/links.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { NewAddresses, type NewAddress } from "./new-addresses.tsx";

/** Says that something is part of a membership, with a link to the plans. */
export function MembersNote({ text }: { text: string }) {
  const { t } = useTranslation("feeds");
  return (
    <p>
      {text} <TextLink to={routePath("memberships")}>{t("feed.plans")}</TextLink>
    </p>
  );
}

const useStyles = makeStyles({
  stack: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "20px",
    justifyItems: "start",
    "> p": { margin: 0 },
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

/** What has a secret address, and its key in the texts. */
type SecretPart = "feed" | "calendar";

type Created = { addresses: readonly NewAddress[]; createdAt: string };

type SecretAddressProps = {
  part: SecretPart;
  /** Since when there is an address; null without one. */
  createdAt: string | null;
  /** Creates an address and revokes the one before. */
  create: () => Promise<ApiResult<Created>>;
  end: () => Promise<ApiResult<unknown>>;
  /** Called with what `createdAt` has become. */
  onChanged: (createdAt: string | null) => Promise<void>;
};

type PendingAct = "replace" | "end";

/** Creates and revokes the address. New ones are kept until the page is left: they cannot be read again. */
function useSecretAddress({ create, end, onChanged }: SecretAddressProps) {
  const [created, setCreated] = useState<Created | null>(null);
  const [ended, setEnded] = useState(false);
  const [pendingAct, setPendingAct] = useState<PendingAct | null>(null);
  const { busy, run } = useMutation(async (action: "create" | "end") => {
    setEnded(false);
    const made = action === "create" ? await create() : null;
    const { error } = made ?? (await end());
    setPendingAct(null);
    if (error) return error;
    setCreated(made?.data ?? null);
    await onChanged(made?.data?.createdAt ?? null);
    setEnded(!made);
    return null;
  });
  return { created, ended, pendingAct, ask: setPendingAct, busy, run };
}

type Secret = ReturnType<typeof useSecretAddress>;
type SecretProps = { part: SecretPart; secret: Secret };

/** Asks before an address stops working. */
function Dialogs({ part, secret: { pendingAct, ask, busy, run } }: SecretProps) {
  const { t } = useTranslation("feeds");
  const close = () => ask(null);
  return (
    <>
      <ConfirmDialog
        open={pendingAct === "replace"}
        title={t(`${part}.replaceQuestion`)}
        action={t(`${part}.replaceSubmit`)}
        busy={busy}
        onConfirm={() => void run("create")}
        onClose={close}
      >
        <p>{t(`${part}.replaceText`)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={pendingAct === "end"}
        title={t(`${part}.endQuestion`)}
        action={t(`${part}.endSubmit`)}
        busy={busy}
        isDanger
        onConfirm={() => void run("end")}
        onClose={close}
      >
        <p>{t(`${part}.endText`)}</p>
      </ConfirmDialog>
    </>
  );
}

/** An address that works: since when, and the buttons that replace or revoke it. */
function Existing({ part, createdAt, secret }: SecretProps & { createdAt: string }) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const { deviceDay } = useFormats();
  const isMember = useIsActiveMember();
  const look = useButtonLook("secondary");
  const when = deviceDay(createdAt);
  const addresses = secret.created?.addresses;
  return (
    <>
      {addresses ? (
        <NewAddresses key={addresses[0]?.address} part={part} addresses={addresses} />
      ) : (
        <p>{t(isMember ? `${part}.on` : `${part}.paused`, { when })}</p>
      )}
      <div className={styles.actions}>
        {isMember && (
          <Button size="large" {...look} onClick={() => secret.ask("replace")}>
            {t(`${part}.replace`)}
          </Button>
        )}
        <DangerButton size="large" onClick={() => secret.ask("end")}>
          {t(`${part}.end`)}
        </DangerButton>
      </div>
    </>
  );
}

function Missing({ part, secret }: SecretProps) {
  const { t } = useTranslation("feeds");
  const look = useButtonLook("secondary");
  if (!useIsActiveMember()) return <MembersNote text={t(`${part}.members`)} />;
  return (
    <Button
      size="large"
      {...look}
      disabledFocusable={secret.busy}
      onClick={() => void secret.run("create")}
    >
      {t(`${part}.create`)}
    </Button>
  );
}

/** A secret address that works without a session: created, shown once, replaced and revoked here. */
function SecretAddress(props: SecretAddressProps) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const { part, createdAt } = props;
  const secret = useSecretAddress(props);
  // Cached answers follow a change a moment later: a second click would create another address.
  const since = secret.created?.createdAt ?? createdAt;
  return (
    <div className={styles.stack}>
      {since ? (
        <Existing part={part} createdAt={since} secret={secret} />
      ) : (
        <Missing part={part} secret={secret} />
      )}
      <FormSuccess>{secret.ended && t(`${part}.ended`)}</FormSuccess>
      <Dialogs part={part} secret={secret} />
    </div>
  );
}

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
