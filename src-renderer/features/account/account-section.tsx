import { Link, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { User } from "../../../src-shared/api/user.ts";
import { tokens } from "../../theme/tokens.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { EmailChange } from "./email-change.tsx";
import { ExportData } from "./export-data.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Section } from "./section.tsx";
import { SessionList } from "./session-list.tsx";

const useStyles = makeStyles({
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    margin: "0 0 8px",
  },
  anchors: {
    display: "flex",
    flexWrap: "wrap",
    gap: "0 24px",
    listStyleType: "none",
    margin: "0 0 24px",
    padding: 0,
  },
  anchor: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

const anchors = ["name", "email", "password", "sessions", "export", "deletion"] as const;

/** The account: every form in it is independent of the others. */
export default function AccountSection({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const texts = (id: (typeof anchors)[number]) => ({
    id,
    title: t(`${id}.title`),
    text: t(`${id}.text`),
  });
  return (
    <section aria-labelledby="account">
      <h2 id="account" className={styles.title}>
        {t("title")}
      </h2>
      <nav aria-label={t("title")}>
        <ul className={styles.anchors}>
          {anchors.map((id) => (
            <li key={id}>
              <Link href={`#${id}`} className={styles.anchor}>
                {t(`${id}.title`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Section {...texts("name")}>
        <NameForm user={user} />
      </Section>
      <Section {...texts("email")}>
        <EmailChange user={user} />
      </Section>
      <Section {...texts("password")}>
        <PasswordForm />
      </Section>
      <Section {...texts("sessions")}>
        <SessionList />
      </Section>
      <Section {...texts("export")}>
        <ExportData />
      </Section>
      <Section {...texts("deletion")}>
        <DeleteAccount />
      </Section>
    </section>
  );
}
