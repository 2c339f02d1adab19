import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { Heading } from "../../../components/heading.tsx";
import { ButtonLink, TextLink } from "../../../components/links.tsx";
import { usePageTitle } from "../../../components/page.tsx";
import { planOf } from "../../../features/billing/plans/plan-facts.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { contentWidth, media, tokens } from "../../../theme/tokens.ts";
import { HeroScene, palette } from "./hero-scene.tsx";

const useStyles = makeStyles({
  hero: {
    position: "relative",
    display: "flex",
    minHeight: "min(700px, calc(100vh - 150px))",
    // Continues the sky above the picture.
    backgroundColor: palette.sky,
    color: tokens.colorOnDeep,
    overflow: "hidden",
    [media.belowTablet]: { flexDirection: "column", minHeight: 0 },
  },
  scene: {
    position: "absolute",
    inset: 0,
    [media.belowTablet]: { position: "static", height: "50vw", minHeight: "220px" },
  },
  content: {
    position: "relative",
    boxSizing: "border-box",
    width: "100%",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "64px 24px 150px",
    [media.belowTablet]: { padding: "36px clamp(16px, 4vw, 24px) 24px", order: -1 },
  },
  headline: {
    marginBottom: "20px",
    maxWidth: "11em",
    fontSize: "clamp(36px, 5.6vw, 60px)",
    lineHeight: "1.06",
    letterSpacing: "-0.015em",
  },
  lead: {
    margin: "0 0 12px",
    maxWidth: "27em",
    fontSize: "20px",
    lineHeight: "30px",
    [media.phone]: { fontSize: "18px", lineHeight: "27px" },
  },
  audience: { margin: "0 0 28px", maxWidth: "34em", color: tokens.colorOnDeepMuted },
  actions: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px 28px" },
  look: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    color: tokens.colorOnDeep,
    textDecorationLine: "underline",
    textUnderlineOffset: "4px",
    ":hover": { color: tokens.colorOnDeep },
  },
  // Reserves the line, so that nothing moves when the prices arrive.
  price: { margin: "20px 0 0", minHeight: "26px", fontSize: "18px", lineHeight: "26px" },
});

/** Returns the prices in a sentence; before they are loaded, a sentence about cancelling. */
function usePriceLine(catalogue: Catalogue | undefined): string {
  const { t } = useTranslation("home");
  const { money } = useFormats();
  const monthly = planOf(catalogue, "monthly");
  const yearly = planOf(catalogue, "yearly");
  if (!monthly || !yearly) return t("cancelLine");
  return t("priceLine", { monthly: money(monthly.price), yearly: money(yearly.price) });
}

/** The first screen: what the portal is, for whom, its price, and the link to the plans. */
export function Hero({ catalogue }: { catalogue: Catalogue | undefined }) {
  const styles = useStyles();
  const { t } = useTranslation(["home", "brand"]);
  const heading = usePageTitle(t("brand:home.title"));
  const priceLine = usePriceLine(catalogue);
  return (
    <section className={styles.hero}>
      <div className={styles.scene}>
        <HeroScene />
      </div>
      <div className={styles.content}>
        <Heading level={1} size="section" ref={heading} className={styles.headline}>
          {t("brand:hero.headline")}
        </Heading>
        <p className={styles.lead}>{t("brand:hero.lead")}</p>
        <p className={styles.audience}>{t("brand:hero.audience")}</p>
        <div className={styles.actions}>
          <ButtonLink to={routePath("memberships")} look="accent">
            {t("start")}
          </ButtonLink>
          <TextLink to={routePath("articles")} className={styles.look}>
            {t("look")}
          </TextLink>
        </div>
        <p className={styles.price}>{priceLine}</p>
      </div>
    </section>
  );
}
