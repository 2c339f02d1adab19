import { makeStyles } from "@fluentui/react-components";
import { Portrait } from "#renderer/components/cover-art/portrait.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useNumberedListStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "8px 56px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  item: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    gap: "16px",
    padding: "20px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  number: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "40px",
    lineHeight: "40px",
    fontVariantNumeric: "lining-nums",
    color: tokens.colorAccentText,
  },
  title: { marginBottom: "4px", fontSize: "19px", lineHeight: "27px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

export function NumberedList({ items }: { items: readonly { title: string; text: string }[] }) {
  const styles = useNumberedListStyles();
  return (
    <ol className={styles.list}>
      {items.map(({ title, text }, i) => (
        <li key={title} className={styles.item}>
          <span aria-hidden="true" className={styles.number}>
            {i + 1}
          </span>
          <div>
            <Heading level={3} size="label" className={styles.title}>
              {title}
            </Heading>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const usePeopleListStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "40px 56px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  person: {
    display: "grid",
    gridTemplateColumns: "168px minmax(0, 1fr)",
    gap: "24px",
    alignItems: "start",
    [media.phone]: { gridTemplateColumns: "96px minmax(0, 1fr)", gap: "16px" },
  },
  picture: { overflow: "hidden", borderRadius: tokens.borderRadiusXLarge, lineHeight: 0 },
  role: { margin: "2px 0 10px", color: tokens.colorAccentText, fontWeight: 600 },
  text: { margin: 0 },
});

type Person = { name: string; role: string; text: string };

/** The authors, each with a portrait. */
export function PeopleList({ people }: { people: readonly Person[] }) {
  const styles = usePeopleListStyles();
  return (
    <ul className={styles.list}>
      {people.map(({ name, role, text }) => (
        <li key={name} className={styles.person}>
          <div className={styles.picture}>
            <Portrait name={name} />
          </div>
          <div>
            <Heading level={3}>{name}</Heading>
            <p className={styles.role}>{role}</p>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const usePromiseListStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "32px 56px",
    margin: 0,
    padding: "40px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorDeep,
    color: tokens.colorOnDeep,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
    [media.phone]: { padding: "28px 20px" },
  },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "23px",
    lineHeight: "29px",
  },
  text: { margin: "6px 0 0", color: tokens.colorOnDeepMuted },
});

/** What members can rely on. */
export function PromiseList({ items }: { items: readonly { title: string; text: string }[] }) {
  const styles = usePromiseListStyles();
  return (
    <dl className={styles.list}>
      {items.map(({ title, text }) => (
        <div key={title}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
