import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Extra } from "#shared/api/catalogue.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { ExtraItem, useExtraStyles } from "./extra-item.tsx";
import { useSectionStyles } from "./section-styles.ts";

const useStyles = makeStyles({
  lines: { display: "grid", alignContent: "start", gap: "12px" },
});

function ExtraSection({ children }: { children: ReactNode }) {
  const section = useSectionStyles();
  const { t } = useTranslation("billing");
  const target = useHashTarget<HTMLElement>("extras");
  return (
    <section ref={target} aria-labelledby="extras" className={section.section}>
      <Heading level={2} id="extras" className={section.title}>
        {t("extras.title")}
      </Heading>
      <p className={section.lead}>{t("extras.lead")}</p>
      {children}
    </section>
  );
}

export function ExtraListSkeleton() {
  const styles = useStyles();
  const row = useExtraStyles();
  return (
    <ExtraSection>
      <Skeleton aria-hidden>
        {[1, 2, 3].map((place) => (
          <div key={place} className={row.item}>
            <SkeletonItem className={row.art} />
            <div className={styles.lines}>
              <SkeletonItem size={24} />
              <SkeletonItem size={16} />
              <SkeletonItem size={40} />
            </div>
            <SkeletonItem size={40} />
          </div>
        ))}
      </Skeleton>
    </ExtraSection>
  );
}

/** The extras on offer: one-off purchases. Nothing where there are none. */
export function ExtraList({ extras }: { extras: Extra[] }) {
  const row = useExtraStyles();
  if (extras.length === 0) return null;
  return (
    <ExtraSection>
      <ul className={row.list}>
        {extras.map((extra) => (
          <ExtraItem key={extra.sku} extra={extra} />
        ))}
      </ul>
    </ExtraSection>
  );
}
