import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, type ComponentType, type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { isAdmin } from "#shared/active-member.ts";
import { changeProfile, deleteAccount, exportAccount, profileSchema } from "#shared/api/account.ts";
import type { User } from "#shared/api/user.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { showInRow, useScrollRow } from "#renderer/components/scroll-row.ts";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { accountDeleted } from "#renderer/session/log-out.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { setUser, useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { isPartOn, isRouteOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { type AccountSectionId, accountSections } from "./account-address.ts";
import { Activity } from "./activity.tsx";
import { EmailChange } from "./email-change.tsx";
import { CalendarAddress, OwnFeed } from "./feeds/secret-address.tsx";
import { WeeklyMail } from "./feeds/weekly-mail.tsx";
import { PasskeySection } from "./passkeys/passkey-section.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionList } from "./session-list.tsx";

const useMembershipLinksStyles = makeStyles({
  links: { display: "grid", justifyItems: "start" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** The ways to the overview of the membership, and for members to its management. */
function MembershipLinks() {
  const styles = useMembershipLinksStyles();
  const { t } = useTranslation("account");
  return (
    <div className={styles.links}>
      <TextLink to={routePath("membership")} className={styles.link}>
        {t("membership.overview")}
      </TextLink>
      {useIsActiveMember() && (
        <TextLink to={routePath("subscription")} className={styles.link}>
          {t("membership.manage")}
        </TextLink>
      )}
    </div>
  );
}

function DesktopAppLink() {
  const styles = useMembershipLinksStyles();
  const { t } = useTranslation("account");
  return (
    <TextLink to={routePath("desktopApp")} className={styles.link}>
      {t("desktopApp.get")}
    </TextLink>
  );
}

const useSectionStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 240px) minmax(0, 480px)",
    gap: "16px 48px",
    padding: "40px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    "@media (max-width: 1280px)": { gridTemplateColumns: "minmax(0, 480px)" },
    [media.belowTablet]: { padding: "32px 0" },
  },
  title: { fontSize: "20px", lineHeight: "28px", marginBottom: "4px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type SectionProps = {
  id: string;
  title: string;
  text: string;
  className?: string;
  children: ReactNode;
};

/** One part of the account, with an anchor. */
function Section({ id, title, text, className, children }: SectionProps) {
  const styles = useSectionStyles();
  const target = useHashTarget<HTMLElement>(id);
  return (
    <section
      ref={target}
      id={id}
      aria-labelledby={`${id}-title`}
      className={mergeClasses(styles.section, className)}
    >
      <div>
        <Heading level={2} size="label" id={`${id}-title`} className={styles.title}>
          {title}
        </Heading>
        <p className={styles.text}>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "200px minmax(0, 1fr)",
    gap: "24px 48px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  nav: { position: "sticky", top: "84px", [media.belowTablet]: { position: "static" } },
  list: {
    listStyleType: "none",
    margin: 0,
    padding: 0,
    display: "flex",
    flexDirection: "column",
    gap: "2px",
    [media.belowTablet]: { flexDirection: "row", gap: "8px" },
  },
  anchor: {
    display: "flex",
    alignItems: "center",
    minHeight: "44px",
    padding: "0 12px",
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground1,
    },
    // Looks like the topics above a list there.
    [media.belowTablet]: {
      padding: "0 16px",
      border: `1px solid ${tokens.colorNeutralStroke1}`,
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorNeutralBackground2,
    },
  },
  /** Where the menu with "Log out" is behind a button. */
  identity: {
    display: "none",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    margin: "-12px 0",
    overflowWrap: "anywhere",
    [media.belowTablet]: { display: "flex" },
  },
  logOut: { display: "inline-flex", alignItems: "center", flexShrink: 0, minHeight: "44px" },
  first: { borderTopStyle: "none", paddingTop: 0, [media.belowTablet]: { paddingTop: 0 } },
});

/** Returns the sections without the calendar of training, and without the app, while there is none. */
const shownSections = () =>
  accountSections.filter(
    (id) =>
      (id !== "calendar" || isPartOn(brand, "training")) &&
      (id !== "desktopApp" || isRouteOn(brand, "desktopApp")),
  );

/** Links to the sections: a list on the left, one row on small screens. */
function SectionNav() {
  const styles = useStyles();
  const { row } = useScrollRow();
  const list = useRef<HTMLUListElement>(null);
  const { t } = useTranslation("account");
  return (
    <nav aria-label={t("title")} className={styles.nav}>
      <ul ref={list} className={mergeClasses(row, styles.list)}>
        {shownSections().map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={styles.anchor}
              onFocus={({ currentTarget }) => {
                if (list.current) showInRow(list.current, currentTarget);
              }}
            >
              {t(`${id}.title`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Identity({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={styles.identity}>
      {user.email}
      <TextLink to={routePath("logout")} className={styles.logOut}>
        {t("menu.logout")}
      </TextLink>
    </div>
  );
}

/** Changes the name. */
function NameForm({ user }: { user: User }) {
  const { t } = useTranslation(["account", "common"]);
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { name: user.name ?? "" },
  });
  const [saved, setSaved] = useState(false);
  const { errors, isDirty } = form.formState;
  const { busy, submit } = useSubmit(form, async ({ name }) => {
    const { data, error } = await call(changeProfile, { body: { name } });
    if (error) return error;
    setUser(data);
    form.reset({ name: data.name ?? name });
    setSaved(true);
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
        <SubmitButton busy={busy} look="primary">
          {t("common:save")}
        </SubmitButton>
      </FormActions>
      <FormSuccess>{saved && !isDirty && t("common:saved")}</FormSuccess>
    </Form>
  );
}

const useExportStyles = makeStyles({
  stack: { display: "grid", gap: "20px", justifyItems: "start" },
});

/** Downloads all data about the user as a JSON file, after asking for the password. */
function ExportData() {
  const styles = useExportStyles();
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
    <div className={styles.stack}>
      <Button
        size="large"
        {...useButtonLook("secondary")}
        onClick={() => {
          setSaved(false);
          setOpen(true);
        }}
      >
        {t("export.open")}
      </Button>
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
    </div>
  );
}

/** Whether the API has recorded the request of an admin, whose account another one deletes. */
const isRecorded = ({ code }: ApiFailure) => code === "another-admin-needed";

/** Deletes the account after asking for the password; /logout then clears this device. */
function DeleteAccount() {
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
    <>
      <DangerButton size="large" onClick={() => setOpen(true)}>
        {t("deletion.open")}
      </DangerButton>
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
        <p>{t("deletion.kept")}</p>
      </PasswordDialog>
    </>
  );
}

const forms = {
  membership: MembershipLinks,
  name: NameForm,
  email: EmailChange,
  password: PasswordForm,
  secondFactor: () => <SecondFactorSection />,
  passkeys: PasskeySection,
  sessions: SessionList,
  desktopApp: DesktopAppLink,
  activity: Activity,
  feed: OwnFeed,
  calendar: CalendarAddress,
  weekly: WeeklyMail,
  export: ExportData,
  deletion: DeleteAccount,
} satisfies Record<AccountSectionId, ComponentType<{ user: User }>>;

/** The account: forms that are independent of each other, with links to each. */
export default function AccountSection({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <div className={styles.root}>
      <Identity user={user} />
      <SectionNav />
      <div>
        {shownSections().map((id, i) => {
          const Part = forms[id];
          return (
            <Section
              key={id}
              id={id}
              title={t(`${id}.title`)}
              text={t(`${id}.text`)}
              {...(i === 0 && { className: styles.first })}
            >
              <Part user={user} />
            </Section>
          );
        })}
      </div>
    </div>
  );
}
