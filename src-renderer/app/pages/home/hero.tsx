import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { usePageTitle } from "#renderer/components/page.tsx";
import { planOf } from "#renderer/features/billing/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { contentWidth, media, tokens } from "#renderer/theme/tokens.ts";
import { heroGround } from "#renderer/components/cover-art/stage.ts";
import { Picture } from "#renderer/components/cover-art/picture.tsx";
import { isKindShown } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";

const useHeroSceneStyles = makeStyles({
  ground: { display: "block", width: "100%", height: `${heroGround.height}px` },
  sun: { position: "absolute", inset: 0, width: "100%" },
  team: { position: "relative", zIndex: 2, display: "block", width: "100%" },
});

/** The floor of a show ring with a rope and obstacles behind it, as wide as its container. */
const HeroGround = () => (
  <Picture
    className={useHeroSceneStyles().ground}
    viewBox={`0 0 ${heroGround.width} ${heroGround.height}`}
    preserveAspectRatio="xMidYMax slice"
    draw={({ drawHeroGround }) => drawHeroGround()}
  />
);

const teamBox = { viewBox: "0 0 500 500", preserveAspectRatio: "xMidYMax meet" } as const;

/** A dog that crosses a jump on the ground, and the sun behind the ground. */
function HeroTeam() {
  const styles = useHeroSceneStyles();
  return (
    <>
      <Picture className={styles.sun} {...teamBox} draw={({ drawHeroSun }) => drawHeroSun()} />
      <Picture className={styles.team} {...teamBox} draw={({ drawHeroTeam }) => drawHeroTeam()} />
    </>
  );
}

const useStyles = makeStyles({
  hero: {
    position: "relative",
    backgroundColor: tokens.colorHeroSky,
    color: tokens.colorOnDeep,
    overflow: "hidden",
    isolation: "isolate",
  },
  // In front of the sun, behind the dog.
  ground: { position: "absolute", zIndex: 1, insetInline: 0, bottom: 0 },
  // Text and drawing have columns, or rows, of their own: they cannot overlap.
  columns: {
    boxSizing: "border-box",
    display: "grid",
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    columnGap: "24px",
    alignItems: "end",
    minHeight: "min(700px, calc(100vh - 150px))",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "0 24px",
    [media.belowTablet]: {
      gridTemplateColumns: "minmax(0, 1fr)",
      minHeight: 0,
      padding: "0 clamp(16px, 4vw, 24px)",
    },
  },
  content: {
    position: "relative",
    zIndex: 2,
    alignSelf: "start",
    padding: `64px 0 ${heroGround.height + 24}px`,
    overflowWrap: "break-word",
    [media.belowTablet]: { padding: "36px 0 8px" },
  },
  team: {
    position: "relative",
    [media.belowTablet]: { justifySelf: "center", width: "min(100%, 380px)" },
  },
  headline: {
    marginBottom: "20px",
    maxWidth: "11em",
    fontSize: "clamp(36px, 4.9vw, 60px)",
    lineHeight: "1.06",
    letterSpacing: "-0.015em",
    [media.belowTablet]: { fontSize: "clamp(28px, 8.6vw, 46px)" },
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
  price: {
    margin: "20px 0 0",
    minHeight: "26px",
    fontSize: "18px",
    lineHeight: "26px",
    textWrap: "balance",
  },
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
      <div className={styles.ground}>
        <HeroGround />
      </div>
      <div className={styles.columns}>
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
            {isKindShown(brand, "articles") && (
              <TextLink to={routePath("articles")} className={styles.look}>
                {t("look")}
              </TextLink>
            )}
          </div>
          <p className={styles.price}>{priceLine}</p>
        </div>
        <div className={styles.team}>
          <HeroTeam />
        </div>
      </div>
    </section>
  );
}
