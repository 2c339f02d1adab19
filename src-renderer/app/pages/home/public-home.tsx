import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { getShowcase } from "#shared/api/library.ts";
import type { ShowcaseKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { BelowFold } from "#renderer/components/below-fold.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { TeaserCard, TeaserSkeleton } from "#renderer/features/reading/index.ts";
import { media } from "#renderer/theme/tokens.ts";
import { Hero } from "./hero.tsx";
import { HomeSection } from "./home-section.tsx";
import { InsideList } from "./inside-list.tsx";
import { LatestArticles } from "./latest-articles.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { ProtocolTaste } from "./protocol-taste.tsx";
import { Questions } from "./questions.tsx";
import { VideoTaste } from "./video-taste.tsx";

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    gap: "40px 56px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  lead: { margin: "0 0 24px", maxWidth: "60ch", fontSize: "18px", lineHeight: "28px" },
});

/** Placeholders for what `ShowcaseSections` shows. */
function ShowcaseSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation("brand");
  return (
    <>
      <ArticlesSection>
        <LatestArticles articles={undefined} />
      </ArticlesSection>
      <HomeSection title={t("sections.protocol")} ground="band">
        <div className={styles.pair}>
          <ProtocolTaste protocol={undefined} />
          <TeaserSkeleton />
        </div>
      </HomeSection>
      <HomeSection title={t("sections.video")} ground="deep">
        <VideoTaste video={undefined} />
      </HomeSection>
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
    protocols: protocol && <ProtocolTaste protocol={protocol} />,
    videos: video && <VideoTaste video={video} />,
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
  const allArticles = <TextLink to={routePath("articles")}>{t("allArticles")}</TextLink>;
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
      </BelowFold>
    </>
  );
}
