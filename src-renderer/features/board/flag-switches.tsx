import { makeStyles, Switch } from "@fluentui/react-components";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { getBoard, type Board } from "#shared/api/board.ts";
import { setFeatureFlag, type FeatureFlag } from "#shared/api/feature-flags.ts";
import { flagKeys, flagNames, type FlagName } from "#shared/flags.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  flags: { display: "grid", gap: "4px" },
  flag: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", alignItems: "center" },
  name: { minHeight: "24px" },
  hint: {
    gridColumn: "1 / -1",
    margin: "-4px 0 8px",
    color: tokens.colorNeutralForeground3,
    fontSize: "14px",
    lineHeight: "20px",
  },
  note: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
});

type FlagSwitchProps = {
  name: FlagName;
  on: boolean;
  isReadOnly: boolean;
  onSwitch: (name: FlagName, on: boolean) => void;
};

function FlagSwitch({ name, on, isReadOnly, onSwitch }: FlagSwitchProps) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const [label, hint] = [useId(), useId()];
  return (
    <div className={styles.flag}>
      <span id={label} className={styles.name}>
        {t(`flags.${name}.name`)}
      </span>
      <Switch
        checked={on}
        disabled={isReadOnly}
        aria-labelledby={label}
        aria-describedby={hint}
        onChange={(_, { checked }) => onSwitch(name, checked)}
      />
      <p id={hint} className={styles.hint}>
        {t(on ? `flags.${name}.isOn` : `flags.${name}.isOff`)}
      </p>
    </div>
  );
}

/** Returns a board on which a flag has changed, unless it has got a later state already. */
const withFlag = (board: Board, flag: FeatureFlag): Board => ({
  ...board,
  flags: {
    ...board.flags,
    items: board.flags.items.map((item) =>
      item.key === flag.key && item.version < flag.version ? flag : item,
    ),
  },
});

type Wanted = { name: FlagName; on: boolean };

/** Says what a switch is about to do, and to how many. */
function Consequences({ wanted: { name, on }, members }: { wanted: Wanted; members: number }) {
  const { t } = useTranslation("board");
  const { number } = useFormats();
  return (
    <>
      <p>{t(on ? `flags.${name}.turnOn` : `flags.${name}.turnOff`)}</p>
      <p>{t(`flags.${name}.affects`, { count: members, shown: number(members) })}</p>
    </>
  );
}

/** The feature flags as switches, each with a confirmation; read only while LaunchDarkly decides about them or pages follow it. */
export function FlagSwitches({ board }: { board: Board }) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const live = useFlags((flags) => flags);
  const { decidedBy, pagesFollow, items } = board.flags;
  // The API refuses changes, or they would not reach any page.
  const readOnly =
    decidedBy === "launchdarkly"
      ? "flags.decidedElsewhere"
      : pagesFollow === "launchdarkly" && "flags.readOnly";
  const [wanted, setWanted] = useState<Wanted | null>(null);
  // What was asked stays on screen while the dialog closes.
  const [isOpen, setOpen] = useState(false);
  const { busy, failure, run } = useMutation(async ({ name, on }: Wanted) => {
    const params = { key: flagKeys[name] };
    const { data, error } = await call(setFeatureFlag, { params, body: { on }, silent: true });
    if (data) await setAnswer(getBoard, withFlag(board, data));
    setOpen(false);
    return error;
  });
  const isOn = (name: FlagName) =>
    pagesFollow === "launchdarkly"
      ? live[name]
      : (items.find(({ key }) => key === flagKeys[name])?.on ?? false);
  return (
    <>
      {readOnly && <p className={styles.note}>{t(readOnly)}</p>}
      {failure && (
        <Notice intent="error">
          <p>{t("flags.failed")}</p>
        </Notice>
      )}
      <div className={styles.flags}>
        {flagNames.map((name) => (
          <FlagSwitch
            key={name}
            name={name}
            on={isOn(name)}
            isReadOnly={Boolean(readOnly)}
            onSwitch={(flag, on) => {
              setWanted({ name: flag, on });
              setOpen(true);
            }}
          />
        ))}
      </div>
      <ConfirmDialog
        open={isOpen}
        title={
          wanted
            ? t(wanted.on ? "flags.askOn" : "flags.askOff", {
                flag: t(`flags.${wanted.name}.name`),
              })
            : ""
        }
        action={t(wanted?.on ? "flags.on" : "flags.off")}
        busy={busy}
        isDanger={wanted?.on ?? false}
        onConfirm={() => wanted && void run(wanted)}
        onClose={() => setOpen(false)}
      >
        {wanted && <Consequences wanted={wanted} members={board.members} />}
      </ConfirmDialog>
    </>
  );
}
