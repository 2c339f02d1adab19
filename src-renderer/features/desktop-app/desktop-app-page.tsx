import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import {
  desktopSystemNames,
  desktopSystems,
  linkablePortal,
  type DesktopSystem,
} from "#shared/brand.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { brand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  list: {
    display: "flex",
    flexWrap: "wrap",
    gap: "12px",
    listStyleType: "none",
    margin: 0,
    padding: 0,
  },
  heading: { margin: "40px 0 8px" },
  first: { marginBottom: "12px" },
  address: {
    display: "inline-block",
    maxWidth: "100%",
    padding: "8px 12px",
    overflowWrap: "anywhere",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  hint: { color: tokens.colorNeutralForeground2 },
});

/** Names of systems in the user agents of their browsers. A phone's may contain a computer's name: it has no app. */
const patterns: Record<DesktopSystem, RegExp> = {
  windows: /Windows NT/,
  mac: /Macintosh/,
  linux: /Linux(?!; Android)/,
};

/** Returns the systems that have a download, the visitor's own first. */
function systemsFor(userAgent: string): DesktopSystem[] {
  const offered = desktopSystems.filter((system) => brand.downloads?.[system]);
  const isOwn = (system: DesktopSystem) => patterns[system].test(userAgent);
  return offered.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

/** A link out of the portal that looks like a button. */
function Outside({
  href,
  look,
  children,
}: {
  href: string;
  look: "accent" | "secondary";
  children: string;
}) {
  return (
    <Button as="a" href={href} size="large" {...useButtonLook(look)}>
      {children}
    </Button>
  );
}

/** /desktop-app: where the desktop app is downloaded, and how it opens this portal. Only where the settings name a download. */
export default function DesktopAppPage() {
  const styles = useStyles();
  const { t } = useTranslation(["desktop-app", "titles"]);
  const { address } = platform;
  const host = address === null ? "" : new URL(address).host;
  return (
    <Page title={t("titles:desktopApp")} lead={t("lead")}>
      <Heading level={2} size="small" className={styles.first}>
        {t("downloads")}
      </Heading>
      <ul className={styles.list}>
        {systemsFor(navigator.userAgent).map((system, at) => (
          <li key={system}>
            <Outside
              href={brand.downloads?.[system] ?? ""}
              look={at === 0 ? "accent" : "secondary"}
            >
              {t("download", { system: desktopSystemNames[system] })}
            </Outside>
          </li>
        ))}
      </ul>
      {address !== null && (
        <>
          <Heading level={2} size="small" className={styles.heading}>
            {t("connect")}
          </Heading>
          <p>{t("address")}</p>
          <p>
            <code className={styles.address}>{address}</code>
          </p>
          {linkablePortal.test(host) && (
            <>
              <Outside href={`${brand.deepLinkScheme}://${host}`} look="secondary">
                {t("open")}
              </Outside>
              <p className={styles.hint}>{t("openHint")}</p>
            </>
          )}
        </>
      )}
    </Page>
  );
}
