import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { MotifName } from "#resources/art/motif-names.ts";
import { dogsPath, routePath, type Part } from "#shared/routes.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";

const useStyles = makeStyles({
  // Two ways beside each other fill their card.
  ways: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 260px), 1fr))",
    alignContent: "center",
    gap: "32px 48px",
  },
  way: {
    display: "grid",
    gridTemplateColumns: "72px minmax(0, 1fr)",
    alignItems: "start",
    alignContent: "start",
    gap: "8px 24px",
    "> :first-child": { maxWidth: "100%", height: "auto" },
    [media.phone]: { gridTemplateColumns: "48px minmax(0, 1fr)", columnGap: "16px" },
  },
  words: { display: "grid", justifyItems: "start" },
  title: {
    fontSize: "26px",
    lineHeight: "32px",
    [media.phone]: { fontSize: "22px", lineHeight: "28px" },
  },
  text: { margin: "4px 0 16px", maxWidth: "44ch", color: tokens.colorNeutralForeground2 },
});

const ways = {
  dog: { motif: "dog-sitting", to: dogsPath, part: "dogs" },
  protocol: { motif: "weave-poles", to: routePath("protocols"), part: "training" },
  show: { motif: "rosette", to: routePath("showDay"), part: "showDay" },
} as const satisfies Record<string, { motif: MotifName; to: string; part: Part }>;

type WayId = keyof typeof ways;

type WaysProps = {
  /** The first is the main one. */
  ids: readonly WayId[];
  headingId?: string;
  /** Whether the view has another main action. */
  isAside?: boolean;
  className?: string | undefined;
};

/** Whether everything is on that the sentence about a dog promises. */
const fitsToDogs = () =>
  (["heightClasses", "portionsByDog", "training"] as const).every((part) => isPartOn(brand, part));

/** Ways to begin, without those of what is off; each with its drawing: adding a dog, choosing a protocol, planning a show. */
export function FirstSteps({ ids, headingId, isAside = false, className }: WaysProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const shown = ids.filter((id) => isPartOn(brand, ways[id].part));
  if (shown.length === 0) return null;
  return (
    <div className={mergeClasses(styles.ways, className)}>
      {shown.map((id, at) => (
        <div key={id} className={styles.way}>
          <MotifArt motif={ways[id].motif} size={72} />
          <div className={styles.words}>
            <Heading
              level={2}
              className={styles.title}
              {...(at === 0 && headingId !== undefined && { id: headingId })}
            >
              {t(`ways.${id}.title`)}
            </Heading>
            <p className={styles.text}>
              {t(id === "dog" && !fitsToDogs() ? "ways.dog.textPlain" : `ways.${id}.text`)}
            </p>
            <ButtonLink to={ways[id].to} look={at === 0 && !isAside ? "accent" : "secondary"}>
              {t(`ways.${id}.action`)}
            </ButtonLink>
          </div>
        </div>
      ))}
    </div>
  );
}
