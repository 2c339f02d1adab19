import {
  Field,
  Input,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { brand } from "#renderer/platform/brand.ts";
import { discardDraft, publishDraft, withdrawEntry, type StudioEntry } from "#shared/api/studio.ts";
import { addDays } from "#shared/calendar-date.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import type { DraftSaver, DraftState } from "./saving/draft-saver.ts";

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
export function PublishMenu({ saver, state, onDone, onFailed }: PublishMenuProps) {
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
