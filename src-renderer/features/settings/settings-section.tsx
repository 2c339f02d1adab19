import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getSettablePlans } from "#shared/api/plans.ts";
import { getSettings } from "#shared/api/settings.ts";
import { desktopSystemNames, desktopSystems, legalDocuments } from "#shared/brand.ts";
import { languages, languageTitle } from "#shared/languages.ts";
import { wayNames } from "#shared/ways-to-pay.ts";
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
import { DownloadsForm } from "./downloads-form.tsx";
import { EmbedsForm } from "./embeds-form.tsx";
import { LegalForm } from "./legal-form.tsx";
import { LogoForm } from "./logo-form.tsx";
import { OfferForm } from "./offer-form.tsx";
import { PlansForm } from "./plans-form.tsx";
import { ReadKeyPart } from "./read-key-part.tsx";
import { RedirectsPart } from "./redirects-part.tsx";
import { SellerForm } from "./seller-form.tsx";
import { SentencesForm } from "./sentences-form.tsx";
import { hasDraft, type Settings } from "./setting-form.tsx";
import { WaysToPayForm } from "./ways-to-pay-form.tsx";
import { WebhooksPart } from "./webhooks-part.tsx";

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
    forcedColorAdjust: "none",
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
    forcedColorAdjust: "none",
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
  /** Whether the form is there from the start. */
  isOpenAtFirst?: boolean;
  onSaved?: (() => void) | undefined;
  /** Renders the form. `done` says what it did, `close` gives it up. */
  children: (done: (text?: string) => void, close: () => void) => ReactNode;
};

/** A setting with its value; its form opens in place. */
function Row({ id, name, value, isReadOnly, isOpenAtFirst = false, onSaved, children }: RowProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const [isOpen, setOpen] = useState(() => !isReadOnly && (isOpenAtFirst || hasDraft(id)));
  const [opened, setOpened] = useState(isOpen ? 1 : 0);
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
    onSaved?.();
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

type RowsProps = Pick<RowProps, "onSaved"> & {
  settings: Settings;
  /** Whether the first form is open from the start. */
  isOpenAtFirst?: boolean;
};

function BrandRows({ settings, isOpenAtFirst = false, onSaved }: RowsProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const row = { isReadOnly: settings.folder !== null, onSaved };
  const { name, owner } = settings.seller;
  return (
    <>
      <Row
        id="seller"
        name={t("rows.seller")}
        value={<span className={styles.text}>{`${name} · ${owner}`}</span>}
        isOpenAtFirst={isOpenAtFirst}
        {...row}
      >
        {(done, close) => (
          <SellerForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
        )}
      </Row>
      <Row
        id="colours"
        name={t("rows.colours")}
        value={<Swatches settings={settings} isReadOnly={row.isReadOnly} />}
        {...row}
      >
        {(done, close) => (
          <ColoursForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
        )}
      </Row>
      <Row id="logo" name={t("rows.logo")} value={<Logos logo={settings.logo} />} {...row}>
        {(done, close) => <LogoForm settings={settings} onDone={done} onClose={close} />}
      </Row>
    </>
  );
}

function OfferRow({ settings, isOpenAtFirst = false, onSaved }: RowsProps) {
  const { t } = useTranslation("settings");
  const chosen = settings.offer.languages;
  return (
    <Row
      id="offer"
      name={t("rows.offer")}
      value={chosen.map((language) => languageTitle(language, language)).join(", ")}
      isReadOnly={settings.folder !== null}
      isOpenAtFirst={isOpenAtFirst}
      onSaved={onSaved}
    >
      {(done, close) => (
        <OfferForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
      )}
    </Row>
  );
}

function PlansRow({ isOpenAtFirst = false, onSaved }: Omit<RowsProps, "settings">) {
  const { t } = useTranslation("settings");
  const query = useApiQuery(getSettablePlans, {});
  const { money } = useFormats();
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />}>
      {(plans) => (
        <Row
          id="plans"
          name={t("rows.plans")}
          value={plans.items
            .filter((plan) => plan.onSale)
            .map((plan) => money(plan.price))
            .join(" · ")}
          isReadOnly={plans.folder !== null}
          isOpenAtFirst={isOpenAtFirst}
          onSaved={onSaved}
        >
          {(done, close) => (
            <PlansForm
              plans={plans}
              onClose={(isSaved) => (isSaved ? done(t("plans.done")) : close())}
            />
          )}
        </Row>
      )}
    </QueryView>
  );
}

function WaysToPayRow({ settings }: { settings: Settings }) {
  const { t } = useTranslation("settings");
  const ways = settings.waysToPay.ways.map((way) => wayNames[way]).join(", ");
  return (
    <Row
      id="waysToPay"
      name={t("rows.waysToPay")}
      value={ways ? t("waysToPay.some", { ways }) : t("waysToPay.none")}
      isReadOnly={settings.folder !== null}
    >
      {(done, close) => (
        <WaysToPayForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
      )}
    </Row>
  );
}

function SentencesRows({ settings }: { settings: Settings }) {
  const styles = useStyles();
  const ofPortal = languages.filter((language) => settings.texts[language]);
  return ofPortal.map((language) => (
    <Row
      key={language}
      id={`texts-${language}`}
      name={languageTitle(language, language)}
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
  ));
}

function LegalRows({ settings, isOpenAtFirst = false, onSaved }: RowsProps) {
  const { t } = useTranslation(["settings", "titles"]);
  const { calendarDate } = useFormats();
  return legalDocuments.map((document, at) => {
    const title = t(`titles:${document}`);
    return (
      <Row
        key={document}
        id={document}
        name={title}
        value={t("inForce", { date: calendarDate(settings.legal[document].version) })}
        isReadOnly={settings.folder !== null}
        isOpenAtFirst={isOpenAtFirst && at === 0}
        onSaved={onSaved}
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
  });
}

function DownloadsRow({ settings }: { settings: Settings }) {
  const { t } = useTranslation("settings");
  const named = desktopSystems.filter((system) => settings.downloads[system] !== "");
  return (
    <Row
      id="downloads"
      name={t("rows.downloads")}
      value={named.map((system) => desktopSystemNames[system]).join(", ") || t("downloads.none")}
      isReadOnly={settings.folder !== null}
    >
      {(done, close) => (
        <DownloadsForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
      )}
    </Row>
  );
}

function EmbedsRow({ settings }: { settings: Settings }) {
  const { t } = useTranslation("settings");
  const { youtube, vimeo, peertube } = settings.embeds;
  const named = [...(youtube ? ["YouTube"] : []), ...(vimeo ? ["Vimeo"] : []), ...peertube];
  return (
    <Row
      id="embeds"
      name={t("rows.embeds")}
      value={named.join(", ") || t("embeds.none")}
      isReadOnly={settings.folder !== null}
    >
      {(done, close) => (
        <EmbedsForm settings={settings} onClose={(isSaved) => (isSaved ? done() : close())} />
      )}
    </Row>
  );
}

/** Asks for the settings, and says why they cannot be changed where a folder has them. */
function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
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
          {children(settings)}
        </>
      )}
    </QueryView>
  );
}

const rowsOfStep = {
  seller: BrandRows,
  offer: OfferRow,
  prices: PlansRow,
  legal: LegalRows,
} as const;

type SettingsOfStepProps = {
  step: keyof typeof rowsOfStep;
  /** Whether the first form is open from the start. */
  isOpenAtFirst: boolean;
  onSaved: () => void;
};

/** The settings that belong to a step of the set-up. */
export function SettingsOfStep({ step, isOpenAtFirst, onSaved }: SettingsOfStepProps) {
  const Rows = rowsOfStep[step];
  return (
    <WithSettings>
      {(settings) => <Rows settings={settings} isOpenAtFirst={isOpenAtFirst} onSaved={onSaved} />}
    </WithSettings>
  );
}

/** The settings of the portal, for admins: its brand, sentences and legal texts. */
export function SettingsSection() {
  const { t } = useTranslation("settings");
  return (
    <WithSettings>
      {(settings) => (
        <>
          <Part title={t("parts.brand")}>
            <BrandRows settings={settings} />
          </Part>
          <Part title={t("parts.offer")}>
            <OfferRow settings={settings} />
            <PlansRow />
            <WaysToPayRow settings={settings} />
          </Part>
          <Part title={t("parts.sentences")}>
            <SentencesRows settings={settings} />
          </Part>
          <Part title={t("parts.legal")}>
            <LegalRows settings={settings} />
          </Part>
          <Part title={t("parts.downloads")}>
            <DownloadsRow settings={settings} />
          </Part>
          <Part title={t("parts.embeds")}>
            <EmbedsRow settings={settings} />
          </Part>
          <Part title={t("parts.redirects")}>
            <RedirectsPart />
          </Part>
          <Part title={t("parts.webhooks")}>
            <WebhooksPart />
            <ReadKeyPart />
          </Part>
        </>
      )}
    </WithSettings>
  );
}
