import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getSettablePlans } from "#shared/api/plans.ts";
import { getSettings } from "#shared/api/settings.ts";
import { legalDocuments } from "#shared/brand.ts";
import { languages } from "#shared/languages.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { brand } from "#renderer/platform/brand.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { chosenColours, ColoursForm } from "./colours-form.tsx";
import { LegalForm } from "./legal-form.tsx";
import { LogoForm } from "./logo-form.tsx";
import { OfferForm } from "./offer-form.tsx";
import { PlansForm } from "./plans-form.tsx";
import { SellerForm } from "./seller-form.tsx";
import { SentencesForm } from "./sentences-form.tsx";
import { hasDraft, type Settings } from "./setting-form.tsx";

const useStyles = makeStyles({
  part: { marginTop: "40px", ":first-child": { marginTop: 0 } },
  heading: { marginBottom: "12px" },
  form: {
    maxWidth: "712px",
    padding: "8px 0 16px",
    // No wider than a phone, whatever the longest option is.
    "& form": { gridTemplateColumns: "minmax(0, 1fr)" },
    "& select, & input:not([type=color])": { minWidth: 0, width: "100%" },
  },
  result: { paddingTop: "8px", ":empty": { padding: 0 } },
  done: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 20px",
  },
  swatches: { display: "flex", gap: "8px" },
  swatch: {
    width: "32px",
    height: "32px",
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  logos: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px" },
  logo: {
    display: "block",
    width: "32px",
    height: "32px",
    padding: "6px",
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    objectFit: "contain",
  },
  text: { overflowWrap: "anywhere" },
  sentence: {
    fontWeight: 400,
    [media.phone]: {
      display: "-webkit-box",
      WebkitLineClamp: 2,
      WebkitBoxOrient: "vertical",
      overflow: "hidden",
    },
  },
});

type RowProps = {
  /** Id of the form, by which it finds what was typed before the page was left. */
  id: string;
  name: string;
  value: ReactNode;
  isReadOnly: boolean;
  /** Renders the form. `done` says what it did, `close` gives it up. */
  children: (done: (text?: string) => void, close: () => void) => ReactNode;
};

/** A setting with its value; its form opens in place. */
function Row({ id, name, value, isReadOnly, children }: RowProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const [isOpen, setOpen] = useState(() => !isReadOnly && hasDraft(id));
  const [opened, setOpened] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [wasPressed, setPressed] = useState(false);
  const { reported, report, clear } = useActionReport();
  useEffect(() => {
    if (!wasPressed) return;
    const field = form.current?.querySelector<HTMLElement>(
      "input:enabled:not([hidden], [type=color]), select:enabled, summary, button",
    );
    (isOpen ? field : button.current)?.focus();
  }, [isOpen, wasPressed]);
  const open = () => {
    setPressed(true);
    clear();
    setOpened(opened + 1);
    setOpen(true);
  };
  const close = () => {
    setPressed(true);
    setOpen(false);
  };
  const done = (text = t("done")) => {
    close();
    report({ text });
  };
  return (
    <SettingRow
      name={name}
      value={value}
      action={
        !isReadOnly &&
        !isOpen && (
          <Button
            ref={button}
            size="large"
            aria-label={t("changeOf", { what: name })}
            onClick={open}
          >
            {t("change")}
          </Button>
        )
      }
    >
      {/* A closed form is only hidden: a dialog in it that was removed at once would leave the page hidden from screen readers. */}
      {(isOpen || opened > 0) && (
        <div key={opened} ref={form} hidden={!isOpen} className={styles.form}>
          {children(done, close)}
        </div>
      )}
      <ActionResult reported={reported} className={styles.result}>
        <div className={styles.done}>
          <span>{reported?.text}</span>
          <Button size="large" onClick={() => location.reload()}>
            {t("reload")}
          </Button>
        </div>
      </ActionResult>
    </SettingRow>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section aria-label={title} className={styles.part}>
      <Heading level={2} size="small" className={styles.heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

function Swatches({ settings, isReadOnly }: { settings: Settings; isReadOnly: boolean }) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  // Those of a folder may be any.
  const { main, accent } = isReadOnly
    ? { main: brand.colours.ramp[7] ?? "", accent: brand.colours.accent }
    : chosenColours(settings);
  return (
    <div role="img" aria-label={t("colours.value", { main, accent })} className={styles.swatches}>
      <span className={styles.swatch} style={{ backgroundColor: main }} />
      <span className={styles.swatch} style={{ backgroundColor: accent }} />
    </div>
  );
}

function Logos({ logo }: Pick<Settings, "logo">) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { paper, ground } = brand.colours;
  return (
    <div className={styles.logos}>
      <img src={logo.onLight} alt="" className={styles.logo} style={{ backgroundColor: paper }} />
      <img src={logo.onDark} alt="" className={styles.logo} style={{ backgroundColor: ground }} />
      {t(logo.isOwn ? "ownLogo" : "givenLogo")}
    </div>
  );
}

/** Returns the text that stands for all sentences of a language. */
const sentenceOf = ({ tagline }: Record<string, unknown>): string =>
  typeof tagline === "string" ? tagline : "";

function BrandPart({ settings }: { settings: Settings }) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const isReadOnly = settings.folder !== null;
  const { name, owner } = settings.seller;
  return (
    <Part title={t("parts.brand")}>
      <Row
        id="seller"
        name={t("rows.seller")}
        value={<span className={styles.text}>{`${name} · ${owner}`}</span>}
        isReadOnly={isReadOnly}
      >
        {(done, close) => (
          <SellerForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
        )}
      </Row>
      <Row
        id="colours"
        name={t("rows.colours")}
        value={<Swatches settings={settings} isReadOnly={isReadOnly} />}
        isReadOnly={isReadOnly}
      >
        {(done, close) => (
          <ColoursForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
        )}
      </Row>
      <Row
        id="logo"
        name={t("rows.logo")}
        value={<Logos logo={settings.logo} />}
        isReadOnly={isReadOnly}
      >
        {(done, close) => <LogoForm settings={settings} onDone={done} onClose={close} />}
      </Row>
    </Part>
  );
}

function OfferPart({ settings }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "common"]);
  const plans = useApiQuery(getSettablePlans, {});
  const { money } = useFormats();
  const chosen = settings.offer.languages;
  const onSale = plans.data?.items.filter((plan) => plan.onSale) ?? [];
  return (
    <Part title={t("parts.offer")}>
      <Row
        id="offer"
        name={t("rows.offer")}
        value={chosen.map((language) => t(`common:languageName.${language}`)).join(", ")}
        isReadOnly={settings.folder !== null}
      >
        {(done, close) => (
          <OfferForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
        )}
      </Row>
      {plans.data && (
        <Row
          id="plans"
          name={t("rows.plans")}
          value={onSale.map((plan) => money(plan.price)).join(" · ")}
          isReadOnly={plans.data.folder !== null}
        >
          {(done, close) => (
            <PlansForm
              plans={plans.data}
              onClose={(isSaved) => (isSaved ? done(t("plans.done")) : close())}
            />
          )}
        </Row>
      )}
    </Part>
  );
}

function SentencesPart({ settings }: { settings: Settings }) {
  const styles = useStyles();
  const { t } = useTranslation(["settings", "common"]);
  const ofPortal = languages.filter((language) => settings.texts[language]);
  return (
    <Part title={t("parts.sentences")}>
      {ofPortal.map((language) => (
        <Row
          key={language}
          id={`texts-${language}`}
          name={t(`common:languageName.${language}`)}
          value={
            <span lang={language} className={styles.sentence}>
              {sentenceOf(settings.texts[language]?.texts ?? {})}
            </span>
          }
          isReadOnly={settings.folder !== null}
        >
          {(done, close) => (
            <SentencesForm
              settings={settings}
              language={language}
              onClose={(isSaved) => (isSaved ? done() : close())}
            />
          )}
        </Row>
      ))}
    </Part>
  );
}

function LegalPart({ settings }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "titles"]);
  const { calendarDate } = useFormats();
  return (
    <Part title={t("parts.legal")}>
      {legalDocuments.map((document) => {
        const title = t(`titles:${document}`);
        return (
          <Row
            key={document}
            id={document}
            name={title}
            value={t("inForce", { date: calendarDate(settings.legal[document].version) })}
            isReadOnly={settings.folder !== null}
          >
            {(done, close) => (
              <LegalForm
                settings={settings}
                document={document}
                title={title}
                onClose={(isSaved) => (isSaved ? done() : close())}
              />
            )}
          </Row>
        );
      })}
    </Part>
  );
}

/** The settings of the portal, for admins: its brand, sentences and legal texts. */
export function SettingsSection() {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const query = useApiQuery(getSettings, {});
  return (
    <QueryView query={query} loading={<LoadingLines lines={10} />}>
      {(settings) => (
        <>
          {settings.folder !== null && (
            <div className={mergeClasses(styles.part, styles.text)}>
              <Notice>
                <p>{t("readOnly", { folder: settings.folder })}</p>
              </Notice>
            </div>
          )}
          <BrandPart settings={settings} />
          <OfferPart settings={settings} />
          <SentencesPart settings={settings} />
          <LegalPart settings={settings} />
        </>
      )}
    </QueryView>
  );
}
