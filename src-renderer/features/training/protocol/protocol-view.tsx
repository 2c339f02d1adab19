import {
  makeStyles,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
} from "@fluentui/react-components";
import { PrintRegular } from "@fluentui/react-icons";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { grownRange } from "#shared/growth.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Markdown } from "#renderer/components/markdown.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { media } from "#renderer/theme/tokens.ts";
import {
  type EntryView,
  FactList,
  Outline,
  useEntryStyles,
} from "#renderer/features/reading/index.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { FollowPanel } from "../followed/follow-panel.tsx";
import { SessionMark } from "../followed/session-mark.tsx";
import { useFollowed, type Followed } from "../followed/use-followed.ts";
import { ProtocolSkeleton } from "./protocol-skeleton.tsx";
import { WeekSection } from "./week-section.tsx";

const useStyles = makeStyles({
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px 32px",
    marginBottom: "24px",
  },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 24px",
    [media.print]: { display: "none" },
  },
  print: { minHeight: "44px" },
  weeks: {
    display: "grid",
    gap: "12px",
    marginTop: "56px",
    // Chromium ignores `break-after: avoid` on headings in a grid.
    [media.print]: { display: "block", marginTop: "32px" },
  },
  heading: { marginBottom: "12px", fontSize: "32px", lineHeight: "38px" },
  notPrinted: { [media.print]: { display: "none" } },
});

export { prefetchFollowed } from "../followed/use-followed.ts";

const weeksId = "weeks";

/**
 * Prints the page with one week only. Returns the index of that week, null while none is printed, and a function that
 * prints a week.
 */
function usePrintedWeek() {
  const [printed, setPrinted] = useState<number | null>(null);
  useEffect(() => {
    if (printed === null) return;
    const reset = () => setPrinted(null);
    addEventListener("afterprint", reset);
    window.print();
    return () => removeEventListener("afterprint", reset);
  }, [printed]);
  return [printed, setPrinted] as const;
}

type PrintProps = {
  entry: Entry;
  /** Prints one week, counted from 0. */
  onPrintWeek: (week: number) => void;
};

/** A menu that prints the page, or a week of it. */
function PrintMenu({ entry, onPrintWeek }: PrintProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton icon={<PrintRegular />} className={styles.print}>
          {t("print")}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => window.print()}>{t("protocol.printAll")}</MenuItem>
          {entry.weeks?.map(({ title }, week) => (
            <MenuItem key={title} onClick={() => onPrintWeek(week)}>
              {t("protocol.week", { number: week + 1 })}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** For which dogs a protocol is, which its title does not say, a link to its weeks, and how it is printed. */
function ProtocolHead({ entry, onPrintWeek }: PrintProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const grown = isPartOn(brand, "heightClasses") ? "protocol.grown" : "protocol.grownPlain";
  return (
    <div className={styles.head}>
      {entry.protocol?.highImpact && isPartOn(brand, "dogs") && (
        <FactList facts={[[t("protocol.age"), t(grown, grownRange)]]} />
      )}
      <div className={styles.actions}>
        <TextLink to={`#${weeksId}`}>{t("protocol.weeks")}</TextLink>
        <PrintMenu {...{ entry, onPrintWeek }} />
      </div>
    </div>
  );
}

type WeeksProps = {
  entry: Entry;
  /** The member's plans for this protocol; null outside the library. */
  followed: Followed | null;
  /** The only week to print, counted from 0; null for all. */
  printed: number | null;
};

/** The weeks of a protocol, folded but the one that is due, or the first. If the member follows it, each session shows its due date or its outcome. */
function Weeks({ entry, followed, printed }: WeeksProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const plan = followed?.plan;
  const target = useHashTarget<HTMLElement>(weeksId);
  return (
    <section ref={target} id={weeksId} className={styles.weeks} lang={entry.language}>
      <Heading
        level={2}
        className={mergeClasses(styles.heading, printed !== null && styles.notPrinted)}
      >
        {t("protocol.weeks")}
      </Heading>
      {entry.weeks?.map((content, week) => (
        <WeekSection
          key={content.title}
          week={content}
          isOpen={week === (plan?.next?.week ?? 0)}
          number={week + 1}
          isLeftOut={printed !== null && printed !== week}
          renderMark={
            plan &&
            ((session) => (
              <SessionMark
                key={plan.id}
                plan={plan}
                place={{ week, session }}
                today={followed.today}
              />
            ))
          }
          dog={plan?.dog ?? null}
        />
      ))}
    </section>
  );
}

/** A protocol: whom it suits, the member's training panel if `followed` is given, introduction and weeks. */
function Protocol({ entry, followed }: { entry: Entry; followed: Followed | null }) {
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation("library");
  const [printed, setPrinted] = usePrintedWeek();
  return (
    <div className={frame.columns}>
      <div className={frame.column}>
        <div className={mergeClasses(printed !== null && styles.notPrinted)}>
          <ProtocolHead entry={entry} onPrintWeek={setPrinted} />
          {followed && <FollowPanel entry={entry} followed={followed} />}
          <div lang={entry.language}>
            <Markdown>{entry.body}</Markdown>
          </div>
        </div>
        <Weeks {...{ entry, followed, printed }} />
      </div>
      <Outline entry={entry} last={[weeksId, t("protocol.weeks")]} />
    </div>
  );
}

function FollowedProtocol({ entry }: { entry: Entry }) {
  const followed = useFollowed(entry.slug);
  // Waits for the member's plans: they change the height of the panel above the text, which would jump.
  if (followed.query.isPending) return <ProtocolSkeleton />;
  return <Protocol entry={entry} followed={followed} />;
}

/** The view of a protocol; in the library it includes the member's progress. */
const ProtocolView: EntryView = ({ entry, setting }) =>
  setting === "library" && isPartOn(brand, "training") ? (
    <FollowedProtocol entry={entry} />
  ) : (
    <Protocol entry={entry} followed={null} />
  );

export default ProtocolView;
