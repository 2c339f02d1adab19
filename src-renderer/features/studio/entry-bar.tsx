import {
  Button,
  Field,
  Input,
  makeStyles,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { DismissRegular, MoreHorizontalRegular } from "@fluentui/react-icons";
import { useLayoutEffect, useRef, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  discardDraft,
  type Draft,
  publishDraft,
  type StudioEntry,
  withdrawEntry,
} from "#shared/api/studio.ts";
import { addDays } from "#shared/calendar-date.ts";
import { brand } from "#renderer/platform/brand.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import {
  ActionResult,
  type Counted,
  type ActionReport,
} from "#renderer/components/action-result.tsx";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { useMatches } from "#renderer/components/use-matches.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { announceAddress } from "#renderer/features/announcements/index.ts";
import { entryPath } from "#renderer/features/reading/index.ts";
import { LoginInPlace } from "#renderer/features/sign-in/index.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens, topBarHeight } from "#renderer/theme/tokens.ts";
import type { DraftSaver, DraftState } from "./saving/draft-saver.ts";
import { SaveStatus } from "./saving/save-status.tsx";
import { WideDialog } from "./wide-dialog.tsx";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 12px",
    padding: "8px 0",
    marginBottom: "16px",
    position: "sticky",
    top: topBarHeight,
    zIndex: 3,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    // The page would scroll when they get the focus back: they are in view, if closer to its top than the page's scroll padding.
    "& :is(button, a)": { scrollMarginTop: "-20px" },
    [media.phone]: { padding: "2px 0", marginBottom: "12px" },
    [media.low]: { top: 0, padding: "2px 0" },
  },
  buttons: { display: "flex", gap: "8px" },
  more: { minWidth: "44px", minHeight: "44px" },
  report: {
    flexBasis: "100%",
    outline: "none",
    ":empty": { display: "none" },
    "> div": { padding: "4px 4px 4px 16px" },
  },
  said: { display: "flex", alignItems: "center", gap: "8px", "> p": { flexGrow: 1, margin: 0 } },
});

/** What is opened over an entry. */
const overlays = ["preview", "history", "details"] as const;
export type Overlay = (typeof overlays)[number];

/** Hook: the tools of the texts in `root` stay below the bar, which is higher while something is said in it. */
export function useBarHeight() {
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const height = bar.current?.offsetHeight ?? 0;
      root.current?.style.setProperty("--entry-bar-height", `${height}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return { root, bar };
}

/** What is opened over an entry: in a menu on a phone, where the bar is one line. */
function OpenButtons({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "common"]);
  const isShort = useMatches("(max-width: 640px)");
  if (!isShort) {
    return overlays.map((one) => (
      <Button key={one} onClick={() => onOpen(one)}>
        {t(`open.${one}`)}
      </Button>
    ));
  }
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          className={styles.more}
          icon={<MoreHorizontalRegular />}
          aria-label={t("open.all")}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {overlays.map((one) => (
            <MenuItem key={one} onClick={() => onOpen(one)}>
              {t(`open.${one}`)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** What is done with an entry by its menu. */
const publishActs = ["now", "schedule", "draft", "withdraw", "discard"] as const;
export type PublishAct = (typeof publishActs)[number];

/** Returns the acts that are possible in an entry's state. */
function actsFor({ state, isChanged }: StudioEntry, hasUnsaved: boolean): PublishAct[] {
  const isPublished = state === "published";
  const changed = isChanged || hasUnsaved;
  const possible: Record<PublishAct, boolean> = {
    now: !isPublished || changed,
    schedule: !isPublished,
    draft: state === "draft",
    withdraw: isPublished || state === "scheduled",
    discard: isPublished && changed,
  };
  return publishActs.filter((act) => possible[act]);
}

type Key = { params: Pick<StudioEntry, "kind" | "slug"> };

/** Does something with an entry. `time` is a wall-clock time in the owner's zone. */
function request(
  act: PublishAct,
  key: Key,
  revision: number,
  time: string,
): Promise<ApiResult<StudioEntry>> {
  const options = { ...key, silent: true } as const;
  if (act === "withdraw") return call(withdrawEntry, options);
  if (act === "discard") return call(discardDraft, { ...options, body: { revision } });
  const at = act === "schedule" ? time : act;
  return call(publishDraft, { ...options, body: { revision, at }, timeoutMs: 60_000 });
}

type AskedProps = {
  asked: PublishAct | null;
  publishing: ReturnType<typeof useMutation<[act: PublishAct, time: string], ApiFailure>>;
  onClose: () => void;
};

/** Returns tomorrow at eight in the owner's zone, for a field. */
const nextMorning = () => `${addDays(businessDay(Date.now()), 1)}T08:00`;

/** Asks for the time of a publication. */
function ScheduleDialog({ asked, publishing, onClose }: AskedProps) {
  const { t } = useTranslation("studio");
  const [time, setTime] = useState(nextMorning);
  const [isMissing, setMissing] = useState(false);
  const { failure, busy, run } = publishing;
  const problem = isMissing && time === "" ? t("publish.timeMissing") : failure?.fields?.["at"];
  return (
    <ConfirmDialog
      open={asked === "schedule"}
      title={t("publish.schedule")}
      action={t("publish.scheduleSubmit")}
      busy={busy}
      onConfirm={() => {
        setMissing(time === "");
        if (time !== "") void run("schedule", time);
      }}
      onClose={onClose}
    >
      <Field
        label={t("publish.time")}
        hint={t("publish.zone", { zone: brand.timeZone })}
        {...(problem !== undefined && { validationMessage: problem })}
      >
        <Input
          type="datetime-local"
          size="large"
          value={time}
          onChange={(_, { value }) => setTime(value.slice(0, 16))}
        />
      </Field>
      {failure && !problem && <FormFailure error={rootError(failure)} />}
    </ConfirmDialog>
  );
}

/** Asks before readers lose something, or a text is dropped. */
function AskFirst({ asked, publishing, onClose }: AskedProps) {
  const { t } = useTranslation("studio");
  const act = asked === "discard" ? "discard" : "withdraw";
  const { failure, busy, run } = publishing;
  return (
    <ConfirmDialog
      open={asked === "withdraw" || asked === "discard"}
      isDanger
      title={t(`publish.ask.${act}.title`)}
      action={t(`publish.${act}`)}
      busy={busy}
      onConfirm={() => void run(act, "")}
      onClose={onClose}
    >
      <p>{t(`publish.ask.${act}.text`)}</p>
      {failure && <FormFailure error={rootError(failure)} />}
    </ConfirmDialog>
  );
}

type PublishMenuProps = {
  saver: DraftSaver;
  state: DraftState;
  onDone: (act: PublishAct) => void;
  /** Called with a failure that no dialog shows. */
  onFailed: (failure: ApiFailure) => void;
};

/** The menu that publishes an entry, schedules it, hands it to reviewers, or takes it back. */
function PublishMenu({ saver, state, onDone, onFailed }: PublishMenuProps) {
  const { t } = useTranslation("studio");
  const look = useButtonLook("accent");
  const [asked, setAsked] = useState<PublishAct | null>(null);
  const publishing = useMutation(async (act: PublishAct, time: string) => {
    const { kind, slug } = saver.read().entry;
    const failure = await saver.act((revision) =>
      request(act, { params: { kind, slug } }, revision, time),
    );
    if (failure) {
      if (asked === null) onFailed(failure);
      return failure;
    }
    setAsked(null);
    onDone(act);
    return null;
  });
  const close = () => {
    setAsked(null);
    publishing.reset();
  };
  const choose = (act: PublishAct) => {
    if (act === "now" || act === "draft") void publishing.run(act, "");
    else setAsked(act);
  };
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton {...look} disabledFocusable={publishing.busy} aria-busy={publishing.busy}>
            {t("publish.open")}
          </MenuButton>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {actsFor(state.entry, saver.hasUnsaved()).map((act) => (
              <MenuItem key={act} onClick={() => choose(act)}>
                {t(`publish.${act}`)}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <ScheduleDialog asked={asked} publishing={publishing} onClose={close} />
      <AskFirst asked={asked} publishing={publishing} onClose={close} />
    </>
  );
}

/** Asks for the login over an entry whose session expired. The text stays, and can be copied before. */
function LoginAgain() {
  const { t } = useTranslation("studio");
  const user = useUser();
  const [last, setLast] = useState(user);
  const [isPutOff, setPutOff] = useState(false);
  if (user && user !== last) {
    setLast(user);
    setPutOff(false);
  }
  return (
    <>
      {!user && (
        <Button size="small" onClick={() => setPutOff(false)}>
          {t("loginAgain.action")}
        </Button>
      )}
      <WideDialog
        open={!user && !isPutOff}
        isForm
        title={t("loginAgain.title")}
        actions={<Button onClick={() => setPutOff(true)}>{t("loginAgain.later")}</Button>}
        onClose={() => setPutOff(true)}
      >
        <p>{t("loginAgain.text")}</p>
        <LoginInPlace email={last?.email ?? ""} />
      </WideDialog>
    </>
  );
}

/** The outcome of the last act; `draft` is the text at that time. */
export type EntryReport = ActionReport & { isRead?: boolean; draft: Draft };

/** What the last act did; a publication leads to the entry. */
function Report({
  entry,
  reported,
  onDismiss,
}: Pick<EntryBarProps, "reported" | "onDismiss"> & { entry: StudioEntry }) {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "common"]);
  return (
    <ActionResult reported={reported} className={styles.report}>
      {reported && (
        <div className={styles.said}>
          <p>
            {reported.text}{" "}
            {reported.isRead && (
              <>
                <TextLink to={entryPath(entry)}>{t("publish.read")}</TextLink>
                {" · "}
                <TextLink to={announceAddress(entry)}>{t("publish.announce")}</TextLink>
              </>
            )}
          </p>
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t("common:close")}
            onClick={onDismiss}
          />
        </div>
      )}
    </ActionResult>
  );
}

type EntryBarProps = {
  bar: RefObject<HTMLDivElement | null>;
  saver: DraftSaver;
  state: DraftState;
  isReadOnly: boolean;
  reported: Counted<EntryReport> | null;
  onDismiss: () => void;
  onOpen: (overlay: Overlay) => void;
  onDone: (act: PublishAct) => void;
  onFailed: (failure: ApiFailure) => void;
};

/** The state of an entry, the acts on it and their outcome: always in view while writing. */
export function EntryBar({
  bar,
  saver,
  state,
  isReadOnly,
  reported,
  onDismiss,
  onOpen,
  onDone,
  onFailed,
}: EntryBarProps) {
  const styles = useStyles();
  return (
    <div ref={bar} className={styles.bar}>
      <SaveStatus state={state} isReadOnly={isReadOnly} onRetry={() => void saver.save()} />
      <LoginAgain />
      <div className={styles.buttons}>
        <OpenButtons onOpen={onOpen} />
        {!isReadOnly && (
          <PublishMenu saver={saver} state={state} onDone={onDone} onFailed={onFailed} />
        )}
      </div>
      <Report
        entry={state.entry}
        // Who writes on needs the room.
        reported={reported?.draft === state.draft ? reported : null}
        onDismiss={onDismiss}
      />
    </div>
  );
}
