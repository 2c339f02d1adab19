import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { isAdmin } from "#shared/active-member.ts";
import {
  changeProfile,
  deleteAccount,
  exportAccount,
  listSessions,
  profileSchema,
} from "#shared/api/account.ts";
import { getOwnFeed } from "#shared/api/feeds.ts";
import { getMembership } from "#shared/api/membership.ts";
import { listPasskeys } from "#shared/api/passkeys.ts";
import { getSecondFactor } from "#shared/api/second-factor.ts";
import { getCalendarAddress } from "#shared/api/training-calendar.ts";
import type { User } from "#shared/api/user.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { BuyerDetailsForm, useBuyerDetails } from "#renderer/features/billing/index.ts";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import { accountDeleted } from "#renderer/session/log-out.ts";
import { media } from "#renderer/theme/tokens.ts";
import { setUser, useUser } from "#renderer/session/session-store.ts";
import { isPartOn, isRouteOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import type { AccountSectionId } from "./account-address.ts";
import { AccountRow } from "./account-row.tsx";
import { Activity } from "./activity.tsx";
import { EmailChange } from "./email-change.tsx";
import { CalendarAddress, OwnFeed } from "./feeds/secret-address.tsx";
import { WeeklyMail } from "./feeds/weekly-mail.tsx";
import { useMembershipSentence } from "./membership-line.tsx";
import { PasskeySection } from "./passkeys/passkey-section.tsx";
import { NewsSwitch } from "./news-switch.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { FirstPasswordForm, PasswordForm } from "./password-form.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionList } from "./session-list.tsx";
import { useWaitingChange } from "./use-email-change.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "48px", maxWidth: "760px" },
  /** Where the menu with "Log out" is behind a button. */
  logOut: {
    display: "none",
    justifyContent: "end",
    margin: "-16px 0 -48px",
    [media.belowTablet]: { display: "flex" },
  },
  link: { display: "inline-flex", alignItems: "center", flexShrink: 0, minHeight: "44px" },
  // Room for a longer sentence: nothing moves when the membership arrives.
  sentence: {
    display: "grid",
    alignContent: "center",
    minHeight: "48px",
    [media.belowTablet]: { alignContent: "start" },
  },
  held: { [media.phone]: { minHeight: "72px" } },
  title: { fontSize: "20px", lineHeight: "28px", marginBottom: "12px" },
});

function LogOut() {
  const styles = useStyles();
  const { t } = useTranslation("titles");
  return (
    <div className={styles.logOut}>
      <TextLink to={routePath("logout")} className={styles.link}>
        {t("logout")}
      </TextLink>
    </div>
  );
}

type PlainRowProps = {
  id: AccountSectionId;
  value: ReactNode;
  hint?: string;
  action?: ReactNode;
  children?: ReactNode;
};

/** A row that opens nothing: it has a link or a button of its own. */
function PlainRow({ id, children, ...row }: PlainRowProps) {
  const { t } = useTranslation("account");
  const target = useHashTarget<HTMLDivElement>(id);
  return (
    <div ref={target} id={id}>
      <SettingRow name={t(`${id}.title`)} isCompact {...row}>
        {children}
      </SettingRow>
    </div>
  );
}

function MembershipRow({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const { data, isPending } = useApiQuery(getMembership, { silent: true });
  const sentence = useMembershipSentence(data ?? null, user);
  return (
    <PlainRow
      id="membership"
      value={
        <span className={mergeClasses(styles.sentence, user.subscriptionOwned && styles.held)}>
          {!isPending && sentence}
        </span>
      }
      action={
        <TextLink to={routePath("membership")} className={styles.link}>
          {t("membership.open")}
        </TextLink>
      }
    />
  );
}

function DesktopAppRow() {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <PlainRow
      id="desktopApp"
      value={t("desktopApp.text")}
      action={
        <TextLink to={routePath("desktopApp")} className={styles.link}>
          {t("desktopApp.get")}
        </TextLink>
      }
    />
  );
}

type NameFormProps = { user: User; onSaved: (done: string) => void };

/** Changes the name. */
function NameForm({ user, onSaved }: NameFormProps) {
  const { t } = useTranslation(["account", "common"]);
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { name: user.name ?? "" },
  });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async ({ name }) => {
    const { data, error } = await call(changeProfile, { body: { name } });
    if (error) return error;
    setUser(data);
    onSaved(t("common:saved"));
    return null;
  });
  return (
    <Form label={t("name.title")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextField
        label={t("name.label")}
        autoComplete="name"
        registration={form.register("name")}
        error={errors.name}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("common:save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Downloads all data about the user as a JSON file, after asking for the password. */
function ExportRow() {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const save = async (password: string) => {
    const { data, error } = await call(exportAccount, { body: { password } });
    if (error) return error;
    const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
    saveAsFile(`account-${businessDay(Date.now())}.json`, file);
    setOpen(false);
    setSaved(true);
    return null;
  };
  return (
    <PlainRow
      id="export"
      value={t("export.text")}
      action={
        <Button
          onClick={() => {
            setSaved(false);
            setOpen(true);
          }}
        >
          {t("export.open")}
        </Button>
      }
    >
      <PasswordDialog
        open={open}
        title={t("export.question")}
        action={t("export.submit")}
        onPassword={save}
        onClose={() => setOpen(false)}
      >
        <p>{t("export.why")}</p>
      </PasswordDialog>
      <FormSuccess>{saved && t("export.done")}</FormSuccess>
    </PlainRow>
  );
}

/** Whether the API has recorded the request of an admin, whose account another one deletes. */
const isRecorded = ({ code }: ApiFailure) => code === "another-admin-needed";

/** What becomes of the membership with the account, and how to get back what was paid for it, where one still can. */
function MembershipLoss() {
  const { t } = useTranslation("account");
  const { date, membershipEnd } = useFormats();
  const { data } = useApiQuery(getMembership, { silent: true });
  const isThere = data && data.status !== "none" && data.status !== "ended";
  if (!isThere) return null;
  const { source, endsAt, onTrial, withdrawUntil } = data;
  return (
    <p>
      {endsAt
        ? t("deletion.membership", { on: membershipEnd(source, endsAt) })
        : t("deletion.membershipOpen")}{" "}
      {withdrawUntil && !onTrial && (
        <Trans
          t={t}
          i18nKey="deletion.withdrawal"
          values={{ on: date(withdrawUntil) }}
          components={{ page: <TextLink to={routePath("withdrawal")}>{null}</TextLink> }}
        />
      )}
    </p>
  );
}

/** Deletes the account after asking for the password; /logout then clears this device. */
function DeletionRow() {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const user = useUser();
  const [open, setOpen] = useState(false);
  const [recorded, setRecorded] = useState<string | null>(null);
  const remove = async (password: string) => {
    const { error } = await call(deleteAccount, { body: { password }, silent: isRecorded });
    if (error && isRecorded(error)) {
      setOpen(false);
      setRecorded(error.message);
      return null;
    }
    if (!error) await navigate(routePath("logout"), { state: accountDeleted });
    return error;
  };
  return (
    <PlainRow
      id="deletion"
      value={t("deletion.text")}
      action={<DangerButton onClick={() => setOpen(true)}>{t("deletion.open")}</DangerButton>}
    >
      {recorded && <Notice>{recorded}</Notice>}
      <PasswordDialog
        open={open}
        isDanger
        title={t("deletion.question")}
        action={t(isAdmin(user) ? "deletion.request" : "deletion.submit")}
        words={{ "cancel-failed": t("deletion.cancelFailed") }}
        onPassword={remove}
        onClose={() => setOpen(false)}
      >
        {isAdmin(user) && <p>{t("deletion.admin")}</p>}
        <p>{t("deletion.gone")}</p>
        <MembershipLoss />
        <p>{t("deletion.kept")}</p>
      </PasswordDialog>
    </PlainRow>
  );
}

function NameRow({ user }: { user: User }) {
  const { t } = useTranslation("account");
  return (
    <AccountRow id="name" opens="form" value={user.name?.trim() || t("row.none")}>
      {(finish) => <NameForm user={user} onSaved={finish} />}
    </AccountRow>
  );
}

/** The address. A change whose code is still to be entered is open from the start. */
function EmailRow({ user }: { user: User }) {
  const isWaiting = useWaitingChange().change !== null;
  return (
    <AccountRow id="email" opens="form" value={user.email ?? ""} isWaiting={isWaiting}>
      {() => <EmailChange user={user} />}
    </AccountRow>
  );
}

/** What receipts say about their buyer. */
function BillingRow() {
  const { data, summary, isError } = useBuyerDetails();
  return (
    <AccountRow id="billing" opens="form" value={summary} isMissing={isError}>
      {(finish) => data && <BuyerDetailsForm details={data} onSaved={finish} />}
    </AccountRow>
  );
}

function PasswordRow({ user }: { user: User }) {
  const { t } = useTranslation("account");
  if (user.lacksPassword) {
    return (
      <AccountRow id="password" opens="first" value={t("password.none")}>
        {(finish) => <FirstPasswordForm user={user} onSet={finish} />}
      </AccountRow>
    );
  }
  return (
    <AccountRow id="password" opens="form" value={t("password.hidden")}>
      {(finish) => <PasswordForm onChanged={finish} />}
    </AccountRow>
  );
}

/** Returns whether something is on, in words; undefined until that is known. */
function useOnOrOff(isOn: boolean | undefined): string | undefined {
  const { t } = useTranslation("account");
  if (isOn === undefined) return undefined;
  return t(isOn ? "row.on" : "row.off");
}

function SecondFactorRow() {
  const { data, isError } = useApiQuery(getSecondFactor, {});
  return (
    <AccountRow
      id="secondFactor"
      value={useOnOrOff(data && data.since !== null)}
      isMissing={isError}
      isKept
    >
      {() => <SecondFactorSection />}
    </AccountRow>
  );
}

function PasskeysRow() {
  const { t } = useTranslation("account");
  const { data, isError } = useApiQuery(listPasskeys, {});
  const count = data?.items.length;
  const value = count === 0 ? t("row.none") : t("passkeys.number", { count: count ?? 0 });
  return (
    <AccountRow id="passkeys" value={count === undefined ? undefined : value} isMissing={isError}>
      {() => <PasskeySection />}
    </AccountRow>
  );
}

function SessionsRow() {
  const { t } = useTranslation("account");
  const { data, isError } = useApiQuery(listSessions, {});
  const count = data?.items.length;
  return (
    <AccountRow
      id="sessions"
      value={count === undefined ? undefined : t("sessions.number", { count })}
      isMissing={isError}
      opens="list"
    >
      {() => <SessionList />}
    </AccountRow>
  );
}

function ActivityRow() {
  const { t } = useTranslation("account");
  return (
    <AccountRow id="activity" value={t("activity.value")} opens="list">
      {() => <Activity />}
    </AccountRow>
  );
}

function WeeklyRow() {
  const { t } = useTranslation("account");
  return <PlainRow id="weekly" value={<WeeklyMail />} hint={t("weekly.text")} />;
}

function NewsRow() {
  const { t } = useTranslation("account");
  return <PlainRow id="news" value={<NewsSwitch />} hint={t("news.text")} />;
}

function CalendarRow() {
  const { data, isError } = useApiQuery(getCalendarAddress, {});
  return (
    <AccountRow
      id="calendar"
      value={useOnOrOff(data && data.createdAt !== null)}
      isMissing={isError}
      isKept
    >
      {() => <CalendarAddress />}
    </AccountRow>
  );
}

function FeedRow() {
  const { data, isError } = useApiQuery(getOwnFeed, {});
  return (
    <AccountRow
      id="feed"
      value={useOnOrOff(data && data.createdAt !== null)}
      isMissing={isError}
      isKept
    >
      {() => <OwnFeed />}
    </AccountRow>
  );
}

type GroupProps = { title: string; children: ReactNode };

function Group({ title, children }: GroupProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading level={2} size="label" id={id} className={styles.title}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** The account in rows: what each part is now, and what changes it. */
export default function AccountSection({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <div className={styles.root}>
      <LogOut />
      <Group title={t("groups.you")}>
        <MembershipRow user={user} />
        <NameRow user={user} />
        <EmailRow user={user} />
        <BillingRow />
        {isRouteOn(brand, "desktopApp") && <DesktopAppRow />}
      </Group>
      <Group title={t("groups.signIn")}>
        <PasswordRow user={user} />
        <SecondFactorRow />
        <PasskeysRow />
        <SessionsRow />
        <ActivityRow />
      </Group>
      <Group title={t("groups.mails")}>
        <WeeklyRow />
        <NewsRow />
        {isPartOn(brand, "training") && <CalendarRow />}
        <FeedRow />
      </Group>
      <Group title={t("groups.data")}>
        <ExportRow />
        <DeletionRow />
      </Group>
    </div>
  );
}
