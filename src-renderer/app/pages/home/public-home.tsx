import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import { getShowcase } from "../../../../src-shared/api/library.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { TextLink } from "../../../components/links.tsx";
import { ErrorState } from "../../../components/states.tsx";
import { TeaserCard } from "../../../features/library/teaser-card.tsx";
import { TeaserSkeleton } from "../../../features/library/teaser-skeleton.tsx";
import { media } from "../../../theme/tokens.ts";
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

/** Real content: what a visitor may see of the newest of each kind. */
function Showcase() {
  const styles = useStyles();
  const { t } = useTranslation(["home", "brand"]);
  const { data, error, refetch } = useApiQuery(getShowcase, {});
  const allArticles = <TextLink to={routePath("articles")}>{t("allArticles")}</TextLink>;
  if (error && !data) {
    return (
      <HomeSection title={t("brand:sections.articles")} action={allArticles}>
        <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />
      </HomeSection>
    );
  }
  const [recipe] = data?.recipes ?? [];
  return (
    <>
      <HomeSection title={t("brand:sections.articles")} action={allArticles}>
        <LatestArticles articles={data?.articles} />
      </HomeSection>
      <HomeSection title={t("brand:sections.protocol")} ground="band">
        <div className={styles.pair}>
          <ProtocolTaste protocol={data?.protocols[0]} />
          {recipe ? <TeaserCard teaser={recipe} /> : <TeaserSkeleton />}
        </div>
      </HomeSection>
      <HomeSection title={t("brand:sections.video")} ground="deep">
        <VideoTaste video={data?.videos[0]} />
      </HomeSection>
    </>
  );
}

/** Home for those who are no members: what it is, for whom, what it costs, and how it tastes. */
export function PublicHome() {
  const styles = useStyles();
  const { t } = useTranslation(["home", "brand"]);
  const catalogue = useApiQuery(getCatalogue, {});
  return (
    <>
      <Hero catalogue={catalogue.data} />
      <Showcase />
      <HomeSection title={t("brand:sections.plans")}>
        <p className={styles.lead}>{t("brand:sections.plansLead")}</p>
        <div className={styles.pair}>
          <InsideList />
          <PlanCards catalogue={catalogue.data} failed={catalogue.isError && !catalogue.data} />
        </div>
      </HomeSection>
      <HomeSection
        title={t("questions")}
        action={<TextLink to={routePath("contact")}>{t("askUs")}</TextLink>}
        ground="band"
      >
        <Questions />
      </HomeSection>
    </>
  );
}
