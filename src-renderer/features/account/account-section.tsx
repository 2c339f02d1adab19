import { Link, makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { User } from "../../../src-shared/api/user.ts";
import { Heading } from "../../components/heading.tsx";
import { useHashTarget } from "../../components/use-hash-target.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { EmailChange } from "./email-change.tsx";
import { ExportData } from "./export-data.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionList } from "./session-list.tsx";

const useSectionStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 260px) minmax(0, 480px)",
    gap: "16px 64px",
    padding: "40px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 560px)", padding: "32px 0" },
  },
  title: { fontSize: "20px", lineHeight: "28px", marginBottom: "4px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type SectionProps = { id: string; title: string; text?: string; children: ReactNode };

/** One part of the account, with an anchor. */
function Section({ id, title, text, children }: SectionProps) {
  const styles = useSectionStyles();
  const target = useHashTarget<HTMLElement>(id);
  return (
    <section ref={target} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <div>
        <Heading level={3} size="label" id={`${id}-title`} className={styles.title}>
          {title}
        </Heading>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

const useStyles = makeStyles({
  title: { marginBottom: "8px" },
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

/** The account: forms that are independent of each other, with links to each. */
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
      <Heading level={2} id="account" className={styles.title}>
        {t("title")}
      </Heading>
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
