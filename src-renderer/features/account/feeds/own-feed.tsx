import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createOwnFeed, endOwnFeed, getOwnFeed } from "../../../../src-shared/api/feeds.ts";
import { call, type Answer } from "../../../api-client/client.ts";
import { setAnswer, useApiQuery } from "../../../api-client/query.ts";
import { ConfirmDialog, opensDialog } from "../../../components/confirm-dialog.tsx";
import { DangerButton } from "../../../components/danger-button.tsx";
import { FormSuccess } from "../../../components/form/form-outcome.tsx";
import { useButtonLook } from "../../../components/links.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { LoadingLines } from "../../../components/states.tsx";
import { useMutation } from "../../../components/use-mutation.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { useIsActiveMember } from "../../../session/session-store.ts";
import { FeedAddresses } from "./feed-addresses.tsx";
import { MembersNote } from "./members-note.tsx";

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

type Asked = "replace" | "end";

/** Creates and ends the feed. The addresses are kept until the page is left: they cannot be read again. */
function useOwnFeed() {
  const [addresses, setAddresses] = useState<Answer<typeof createOwnFeed> | null>(null);
  const [ended, setEnded] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, run } = useMutation(async (action: "create" | "end") => {
    setEnded(false);
    const { data, error } =
      action === "create" ? await call(createOwnFeed, {}) : await call(endOwnFeed, {});
    setAsked(null);
    if (error) return error;
    const created = action === "create" ? data : null;
    await setAnswer(getOwnFeed, { createdAt: created?.createdAt ?? null });
    setAddresses(created);
    setEnded(!created);
    return null;
  });
  return { addresses, ended, asked, ask: setAsked, busy, run };
}

type Own = ReturnType<typeof useOwnFeed>;

/** Asks before an address stops working. */
function FeedDialogs({ own: { asked, ask, busy, run } }: { own: Own }) {
  const { t } = useTranslation("feeds");
  const close = () => ask(null);
  return (
    <>
      <ConfirmDialog
        open={asked === "replace"}
        title={t("feed.replaceQuestion")}
        action={t("feed.replaceSubmit")}
        busy={busy}
        onConfirm={() => void run("create")}
        onClose={close}
      >
        <p>{t("feed.replaceText")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "end"}
        title={t("feed.endQuestion")}
        action={t("feed.endSubmit")}
        busy={busy}
        isDanger
        onConfirm={() => void run("end")}
        onClose={close}
      >
        <p>{t("feed.endText")}</p>
      </ConfirmDialog>
    </>
  );
}

/** A feed that is on: since when, and the buttons that replace its address or turn it off. */
function FeedIsOn({ createdAt, own }: { createdAt: string; own: Own }) {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const { date } = useFormats();
  const isMember = useIsActiveMember();
  const look = useButtonLook("secondary");
  const when = date(createdAt);
  return (
    <>
      {own.addresses ? (
        <FeedAddresses key={own.addresses.atom} {...own.addresses} />
      ) : (
        <p>{t(isMember ? "feed.on" : "feed.paused", { when })}</p>
      )}
      <div className={styles.actions}>
        {isMember && (
          <Button size="large" {...look} {...opensDialog} onClick={() => own.ask("replace")}>
            {t("feed.replace")}
          </Button>
        )}
        <DangerButton size="large" {...opensDialog} onClick={() => own.ask("end")}>
          {t("feed.end")}
        </DangerButton>
      </div>
    </>
  );
}

function FeedIsOff({ own }: { own: Own }) {
  const { t } = useTranslation("feeds");
  const look = useButtonLook("primary");
  if (!useIsActiveMember()) return <MembersNote text={t("feed.members")} />;
  return (
    <Button
      size="large"
      {...look}
      disabledFocusable={own.busy}
      onClick={() => void own.run("create")}
    >
      {t("feed.create")}
    </Button>
  );
}

/** The member's own feed of whole texts: its secret address is created, replaced and turned off here. */
export function OwnFeed() {
  const styles = useStyles();
  const { t } = useTranslation("feeds");
  const query = useApiQuery(getOwnFeed, {});
  const own = useOwnFeed();
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />} hidesStale>
      {({ createdAt }) => (
        <div className={styles.stack}>
          {createdAt ? <FeedIsOn createdAt={createdAt} own={own} /> : <FeedIsOff own={own} />}
          <FormSuccess>{own.ended && t("feed.ended")}</FormSuccess>
          <FeedDialogs own={own} />
        </div>
      )}
    </QueryView>
  );
}
