import { makeStyles } from "@fluentui/react-components";
import { CoverArt } from "../../components/cover-art/cover-art.tsx";
import { knownMotif } from "../../components/cover-art/known-motif.ts";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
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
  name: {
    margin: 0,
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "24px",
    lineHeight: "30px",
  },
  role: { margin: "2px 0 10px", color: tokens.colorAccentText, fontWeight: 600 },
  text: { margin: 0 },
});

type Person = { name: string; role: string; text: string; motif: string };

/** Those who write, each with a drawing of their own. */
export function PeopleList({ people }: { people: readonly Person[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {people.map(({ name, role, text, motif }) => (
        <li key={name} className={styles.person}>
          <div className={styles.picture}>
            <CoverArt kind="articles" slug={name} motif={knownMotif(motif)} ratio="1 / 1" />
          </div>
          <div>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.role}>{role}</p>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
