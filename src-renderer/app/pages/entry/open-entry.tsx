import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { LockClosedFilled } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "#shared/api/catalogue.ts";
import type { Entry, Preview } from "#shared/api/library.ts";
import { membersOnlyClass } from "#shared/content-kinds.ts";
import { languageTitle } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { CoverArt } from "#renderer/components/cover-art/cover-art.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Markdown } from "#renderer/components/markdown.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { PlanPanels, PlanPanelsSkeleton } from "#renderer/features/billing/index.ts";
import { SubscribeForm, useIsNewsOffered } from "#renderer/features/contact/subscribe-form.tsx";
import {
  EntryHeader,
  MoreLikeThis,
  Outline,
  useEntryStyles,
} from "#renderer/features/reading/index.ts";
import { SessionTable } from "#renderer/features/training/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { brand } from "#renderer/platform/brand.ts";

const useStyles = makeStyles({
  text: { display: "grid", gap: "32px" },
  heading: { marginBottom: "12px" },
  list: { margin: 0, paddingLeft: "24px", display: "grid", gap: "6px" },
  video: {
    display: "block",
    width: "100%",
    height: "auto",
    aspectRatio: "16 / 9",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  film: { marginBottom: "32px" },
  wall: {
    display: "grid",
    gap: "16px",
    marginTop: "40px",
    padding: "32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "& p": { margin: 0 },
    [media.phone]: { padding: "24px 16px", marginLeft: "-16px", marginRight: "-16px" },
    [media.print]: { display: "none" },
  },
  news: { display: "grid", gap: "16px", marginTop: "40px", [media.print]: { display: "none" } },
  wallTitle: { display: "flex", alignItems: "baseline", gap: "10px" },
});

function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section>
      <Heading level={2} size="small" className={styles.heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

function Ingredients({ preview: { ingredientNames, whole } }: { preview: Preview }) {
  const styles = useStyles();
  const { t } = useTranslation(["library", "recipe"]);
  const formats = useFormats();
  const amounts = whole?.ingredients?.map(({ quantity, unit, name }) => {
    const amount = { count: quantity, quantity: formats.number(quantity) };
    return `${t(`recipe:unit.${unit}`, amount)} ${name}`;
  });
  const lines = amounts ?? ingredientNames;
  if (!lines) return null;
  return (
    <Part title={t(amounts ? "recipe:ingredients" : "preview.needed")}>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  );
}

function Weeks({ preview: { openWeek, whole } }: { preview: Preview }) {
  const { t } = useTranslation("library");
  const weeks = whole?.weeks ?? (openWeek ? [openWeek] : []);
  return weeks.map(({ title, sessions }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- titles may repeat, the order never changes
    <Part key={at} title={`${t("protocol.week", { number: at + 1 })}: ${title}`}>
      <SessionTable caption={title} sessions={sessions} />
    </Part>
  ));
}

function Film({ entry: { title, video, media: film } }: { entry: Entry }) {
  const styles = useStyles();
  const { i18n } = useTranslation();
  if (!film) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- those that there are; others have no sound
    <video
      controls
      playsInline
      preload="none"
      aria-label={title}
      poster={video?.poster}
      className={mergeClasses(styles.video, styles.film)}
    >
      <source {...film.source} />
      {film.captions
        .filter(({ language }) => brand.languages.includes(language))
        .map(({ language, src }) => (
          <track
            key={language}
            kind="captions"
            srcLang={language}
            src={src}
            label={languageTitle(language, language)}
            default={language === i18n.language}
          />
        ))}
    </video>
  );
}

/** The cover; of a video its still, unless it has a picture. */
function Picture({ preview: { kind, slug, motif, cover, video } }: { preview: Preview }) {
  const styles = useStyles();
  const frame = useEntryStyles();
  return video && !cover ? (
    <img src={video.poster} alt="" width={1280} height={720} className={styles.video} />
  ) : (
    <div className={frame.cover}>
      <CoverArt {...{ kind, slug, motif, cover }} />
    </div>
  );
}

/** The way in for members. */
function MemberLogin() {
  const { t } = useTranslation("library");
  const isLoggedIn = useUser() !== null;
  return (
    !isLoggedIn && (
      <p>
        {t("preview.member")} <TextLink to={routePath("login")}>{t("preview.logIn")}</TextLink>
      </p>
    )
  );
}

/** What stands behind the wall, in a word; the plans that open it; and the way in for members. */
function Wall({ preview: { kind, whole } }: { preview: Preview }) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const catalogue = useApiQuery(getCatalogue, {});
  return (
    <section
      aria-labelledby="wall"
      className={mergeClasses(styles.wall, !whole && membersOnlyClass)}
    >
      <Heading level={2} size="small" id="wall" className={styles.wallTitle}>
        {!whole && <LockClosedFilled aria-hidden="true" />}
        {t(whole ? "preview.open" : `preview.wall.${kind}`)}
      </Heading>
      {!whole && <p>{t("preview.opens")}</p>}
      <QueryView query={catalogue} loading={<PlanPanelsSkeleton />}>
        {(offers) => <PlanPanels catalogue={offers} />}
      </QueryView>
      <MemberLogin />
    </section>
  );
}

/** Where visitors leave an address for news by e-mail. */
function News() {
  const styles = useStyles();
  const { t } = useTranslation("contact");
  if (!useIsNewsOffered()) return null;
  return (
    <section aria-labelledby="news" className={styles.news}>
      <Heading level={2} size="small" id="news">
        {t("news.title")}
      </Heading>
      <SubscribeForm />
    </section>
  );
}

type OpenEntryProps = {
  preview: Preview;
  /** Whether the entry itself was asked for: members find the way in at once. */
  isAsked?: boolean;
};

/** What anybody may read of an entry, and the plans that open the rest. */
export function OpenEntry({ preview, isAsked = false }: OpenEntryProps) {
  const styles = useStyles();
  const { frame: edges } = useFrame();
  const frame = useEntryStyles();
  const { opening, language, whole } = preview;
  const text = whole?.body ?? opening;
  return (
    <div className={mergeClasses(edges, frame.root)}>
      <article>
        <div className={mergeClasses(frame.header, !whole?.media && frame.besideCover)}>
          <EntryHeader entry={preview} setting="preview" />
          {!whole?.media && <Picture preview={preview} />}
        </div>
        {isAsked && !whole && <MemberLogin />}
        {whole && <Film entry={whole} />}
        <div className={frame.columns}>
          <div lang={language} className={mergeClasses(frame.column, styles.text)}>
            <Ingredients preview={preview} />
            {text && <Markdown>{text}</Markdown>}
            <Weeks preview={preview} />
          </div>
          {text && <Outline entry={{ body: text, language }} />}
        </div>
        <Wall preview={preview} />
      </article>
      <MoreLikeThis kind={preview.kind} besides={preview.slug} />
      <News />
    </div>
  );
}
