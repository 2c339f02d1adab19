import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listPasskeys, maxPasskeys, type Passkey } from "#shared/api/passkeys.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { Details } from "#renderer/components/details.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { AddPasskey, RemovePasskey, RenamePasskey } from "./passkey-dialogs.tsx";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", justifyItems: "start", "& p": { margin: 0 } },
  list: { listStyleType: "none", margin: 0, padding: 0, width: "100%" },
  item: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 16px",
    padding: "10px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  facts: { minWidth: 0, overflowWrap: "anywhere" },
  name: { fontWeight: 600 },
  times: { color: tokens.colorNeutralForeground2, fontSize: "15px" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

type ItemProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyItem({ passkey, onRename, onRemove }: ItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("passkeys");
  const { deviceDay, dateTime } = useFormats();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <div className={styles.name}>{name}</div>
        <div className={styles.times}>
          {t("added", { when: deviceDay(createdAt) })} ·{" "}
          {lastUsedAt ? t("used", { when: dateTime(lastUsedAt) }) : t("unused")}
        </div>
      </div>
      <div className={styles.actions}>
        <Button aria-label={t("renameOf", { name })} onClick={onRename}>
          {t("rename")}
        </Button>
        <DangerButton aria-label={t("removeOf", { name })} onClick={onRemove}>
          {t("remove")}
        </DangerButton>
      </div>
    </li>
  );
}

type Done = "added" | "renamed" | "removed";
type Opened = { dialog: "add" } | { dialog: "rename" | "remove"; passkey: Passkey };

/** The open dialog, if any. Dialogs are made anew each time, so that they begin empty. */
function OpenDialog({
  opened,
  ...ends
}: {
  opened: Opened;
  onDone: (done: Done) => void;
  onClose: () => void;
}) {
  const { onDone, onClose } = ends;
  if (opened.dialog === "add")
    return <AddPasskey onDone={() => onDone("added")} onClose={onClose} />;
  const { passkey } = opened;
  return opened.dialog === "rename" ? (
    <RenamePasskey passkey={passkey} onDone={() => onDone("renamed")} onClose={onClose} />
  ) : (
    <RemovePasskey passkey={passkey} onDone={() => onDone("removed")} onClose={onClose} />
  );
}

/** The user's passkeys: each can be renamed and removed, and another one added where passkeys can be used. */
export function PasskeySection() {
  const styles = useStyles();
  const { t } = useTranslation("passkeys");
  const passkeys = useApiQuery(listPasskeys, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const open = (dialog: Opened) => {
    setDone(null);
    setOpened(dialog);
  };
  const finish = (what: Done) => {
    setOpened(null);
    setDone(what);
    void refresh(listPasskeys);
  };
  const support = platform.passkeys;
  return (
    <div className={styles.stack}>
      <QueryView query={passkeys} loading={<LoadingLines lines={2} />} hidesStale>
        {({ items }) => (
          <>
            {items.length === 0 && <p>{t("none")}</p>}
            {items.length > 0 && (
              <ul className={styles.list}>
                {items.map((passkey) => (
                  <PasskeyItem
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => open({ dialog: "rename", passkey })}
                    onRemove={() => open({ dialog: "remove", passkey })}
                  />
                ))}
              </ul>
            )}
            {support === "usable" && items.length < maxPasskeys && (
              <Button size="large" onClick={() => open({ dialog: "add" })}>
                {t("add")}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {support !== "usable" && <p>{t(`unusable.${support}`)}</p>}
      {support === "no-address" && (
        <Details summary={t("unusable.details")}>
          <p>{t("unusable.address")}</p>
        </Details>
      )}
      {opened && <OpenDialog opened={opened} onDone={finish} onClose={() => setOpened(null)} />}
      <FormSuccess>{done && t(`done.${done}`)}</FormSuccess>
    </div>
  );
}
