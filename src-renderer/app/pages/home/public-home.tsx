import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { getCatalogue, type Catalogue } from "#shared/api/catalogue.ts";
import { getShowcase } from "#shared/api/library.ts";
import type { ShowcaseKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { BelowFold } from "#renderer/components/below-fold.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { TeaserCard, TeaserSkeleton } from "#renderer/features/reading/index.ts";
import { contentWidth, measure, media, tokens } from "#renderer/theme/tokens.ts";
import { NotSetUpNote, PlanPanels, PlanPanelsSkeleton } from "#renderer/features/billing/index.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { isKindShown } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { useOwnNames } from "#renderer/i18n/page-titles.ts";
import { SubscribeForm, useIsNewsOffered } from "#renderer/features/contact/subscribe-form.tsx";
import { Hero } from "./hero.tsx";
import { InsideList } from "./inside-list.tsx";
import { LatestArticles } from "./latest-articles.tsx";
import { ProtocolSample } from "./protocol-sample.tsx";
import { Questions } from "./questions.tsx";
import { VideoSample } from "./video-sample.tsx";

const useHomeSectionStyles = makeStyles({
  section: { padding: "88px 0", [media.belowTablet]: { padding: "56px 0" } },
  band: { backgroundColor: tokens.colorBand },
  deep: { backgroundColor: tokens.colorDeep, color: tokens.colorOnDeep },
  content: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "0 24px",
    [media.phone]: { padding: "0 16px" },
  },
  header: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "8px 32px",
    marginBottom: "32px",
  },
  heading: {
    fontSize: "36px",
    lineHeight: "42px",
    letterSpacing: "-0.01em",
    [media.phone]: { fontSize: "28px", lineHeight: "34px" },
  },
});

type HomeSectionProps = {
  title: string;
  /** A link beside the heading. */
  action?: ReactNode;
  ground?: "paper" | "band" | "deep";
  children: ReactNode;
};

/** A section of the home page: heading and content on a background of full width. */
function HomeSection({ title, action, ground = "paper", children }: HomeSectionProps) {
  const styles = useHomeSectionStyles();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={mergeClasses(styles.section, ground !== "paper" && styles[ground])}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <Heading level={2} id={id} className={styles.heading}>
            {title}
          </Heading>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}

const usePlanCardsStyles = makeStyles({ stack: { display: "grid", gap: "16px" } });

type PlanCardsProps = { catalogue?: Catalogue | undefined; failed?: boolean };

/** The plans below each other, with a note where nobody can pay yet, or where to find them if they cannot be loaded. */
function PlanCards({ catalogue, failed = false }: PlanCardsProps) {
  const styles = usePlanCardsStyles();
  const { t } = useTranslation("home");
  if (failed) {
    return (
      <p>
        {t("plans.unavailable")} <TextLink to={routePath("memberships")}>{t("start")}</TextLink>
      </p>
    );
  }
  if (!catalogue) return <PlanPanelsSkeleton stacked />;
  return (
    <div className={styles.stack}>
      <PlanPanels catalogue={catalogue} stacked />
      {catalogue.paymentsSetUp === false && <NotSetUpNote />}
    </div>
  );
}

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    gap: "40px 56px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  lead: { margin: "0 0 24px", maxWidth: measure, fontSize: "18px", lineHeight: "28px" },
});

function ShowcaseSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  return (
    <>
      {isKindShown(brand, "articles") && (
        <ArticlesSection>
          <LatestArticles articles={undefined} />
        </ArticlesSection>
      )}
      {isKindShown(brand, "protocols") && (
        <HomeSection title={t("sections.protocol")} ground="band">
          <div className={styles.pair}>
            <ProtocolSample protocol={undefined} />
            <TeaserSkeleton />
          </div>
        </HomeSection>
      )}
      {isKindShown(brand, "videos") && (
        <HomeSection title={t("sections.video")} ground="deep">
          <VideoSample video={undefined} />
        </HomeSection>
      )}
    </>
  );
}

/** What a visitor may see of the newest entries; without the sections of which nothing is published. */
function ShowcaseSections({ showcase }: { showcase: z.infer<typeof getShowcase.answer> }) {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  const { articles } = showcase;
  const [recipe] = showcase.recipes;
  const [protocol] = showcase.protocols;
  const [video] = showcase.videos;
  const previews = {
    articles: articles.length > 0 && <LatestArticles articles={articles} />,
    recipes: recipe && <TeaserCard teaser={recipe} />,
    protocols: protocol && <ProtocolSample protocol={protocol} />,
    videos: video && <VideoSample video={video} />,
  } satisfies Record<ShowcaseKind, ReactNode>;
  return (
    <>
      {previews.articles && <ArticlesSection>{previews.articles}</ArticlesSection>}
      {(previews.protocols || previews.recipes) && (
        <HomeSection title={t(protocol ? "sections.protocol" : "sections.recipe")} ground="band">
          <div className={styles.pair}>
            {previews.protocols}
            {previews.recipes}
          </div>
        </HomeSection>
      )}
      {previews.videos && (
        <HomeSection title={t("sections.video")} ground="deep">
          {previews.videos}
        </HomeSection>
      )}
    </>
  );
}

function ArticlesSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation(["home", "brand"]);
  const own = useOwnNames()("articles");
  const allArticles = <TextLink to={routePath("articles")}>{own ?? t("allArticles")}</TextLink>;
  return (
    <HomeSection title={t("brand:sections.articles")} action={allArticles}>
      {children}
    </HomeSection>
  );
}

function Showcase() {
  const showcase = useApiQuery(getShowcase, {});
  return (
    <QueryView
      query={showcase}
      loading={<ShowcaseSkeleton />}
      renderFailure={(_, standard) => <ArticlesSection>{standard}</ArticlesSection>}
    >
      {(entries) => <ShowcaseSections showcase={entries} />}
    </QueryView>
  );
}

/** Where visitors leave an address; users find the setting in the account. */
function NewsSection() {
  const { t } = useTranslation("contact");
  if (!useIsNewsOffered()) return null;
  return (
    <HomeSection title={t("news.title")}>
      <SubscribeForm />
    </HomeSection>
  );
}

/** The home page of visitors and users without a membership. */
export function PublicHome() {
  const styles = useStyles();
  const { t } = useTranslation(["home", "brand"]);
  const catalogue = useApiQuery(getCatalogue, {});
  return (
    <>
      <Hero catalogue={catalogue.data} />
      <BelowFold>
        <Showcase />
        <HomeSection title={t("brand:sections.plans")}>
          <p className={styles.lead}>{t("brand:sections.plansLead")}</p>
          <div className={styles.pair}>
            <InsideList />
            <QueryView
              query={catalogue}
              loading={<PlanCards />}
              renderFailure={() => <PlanCards failed />}
            >
              {(offers) => <PlanCards catalogue={offers} />}
            </QueryView>
          </div>
        </HomeSection>
        <HomeSection
          title={t("questions")}
          action={<TextLink to={routePath("contact")}>{t("askUs")}</TextLink>}
          ground="band"
        >
          <Questions />
        </HomeSection>
        <NewsSection />
      </BelowFold>
    </>
  );
}
