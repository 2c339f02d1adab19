import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Teaser } from "#shared/api/library.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useEntryLink } from "#renderer/features/reading/index.ts";
import { SessionTable } from "#renderer/features/training/index.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  sheet: {
    minHeight: "300px",
    padding: "28px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  from: { margin: 0, color: tokens.colorNeutralForeground3 },
  week: { margin: "4px 0 16px" },
  more: { display: "inline-flex", alignItems: "center", minHeight: "44px", marginTop: "12px" },
});

/** The first week of a protocol, without the descriptions of its sessions. */
export function ProtocolSample({ protocol: teaser }: { protocol: Teaser | undefined }) {
  const styles = useStyles();
  const { t } = useTranslation("home");
  const linkTo = useEntryLink();
  const { protocol } = teaser ?? {};
  if (!teaser || !protocol) {
    return (
      <div className={styles.sheet}>
        <LoadingLines lines={8} />
      </div>
    );
  }
  const { weeks, firstWeek } = protocol;
  return (
    <div className={styles.sheet}>
      <div lang={teaser.language}>
        <p className={styles.from}>{t("fromProtocol", { weeks, title: teaser.title })}</p>
        <Heading level={3} className={styles.week}>
          {firstWeek.title}
        </Heading>
        <SessionTable caption={firstWeek.title} sessions={firstWeek.sessions} />
      </div>
      <TextLink to={linkTo(teaser)} className={styles.more}>
        {t("startProtocol")}
      </TextLink>
    </div>
  );
}
