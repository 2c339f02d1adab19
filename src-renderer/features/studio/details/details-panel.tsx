import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "#renderer/components/heading.tsx";
import { MailingPart } from "#renderer/features/mailings/index.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { withField } from "../fields/field.tsx";
import type { DraftSaver, DraftState } from "../saving/draft-saver.ts";
import { DeleteEntry, EntryAddress } from "./entry-address.tsx";
import { AboutFields, DogFields, KindFields } from "./metadata-fields.tsx";
import { SecretPreview } from "./secret-preview.tsx";
import { RelatedFields, TrustFields } from "./trust-fields.tsx";

const useStyles = makeStyles({
  drawer: { width: "min(520px, 100vw)", [media.phone]: { width: "100vw" } },
  body: { display: "grid", gap: "32px", paddingTop: "4px", paddingBottom: "32px" },
  section: {
    display: "grid",
    gap: "16px",
    paddingBottom: "24px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

function Section({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <Heading level={3} size="label" id={heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

type DetailsPanelProps = {
  open: boolean;
  saver: DraftSaver;
  state: DraftState;
  isReadOnly: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

/** Everything about an entry that is not its text, one press away from it. */
export function DetailsPanel(props: DetailsPanelProps) {
  const { open, saver, state, isReadOnly, onClose, onDeleted } = props;
  const styles = useStyles();
  const { t } = useTranslation(["studio", "common", "mailings"]);
  const { kind, slug } = state.entry;
  const { metadata } = state.draft;
  const onChange = (name: string, value: unknown) =>
    saver.change((draft) => ({ ...draft, metadata: withField(draft.metadata, name, value) }));
  const fields = { kind, slug, metadata, onChange };
  const hasKindFields = kind === "recipes" || kind === "protocols" || kind === "videos";
  return (
    <OverlayDrawer
      position="end"
      open={open}
      className={styles.drawer}
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              size="large"
              icon={<DismissRegular />}
              aria-label={t("common:close")}
              onClick={onClose}
            />
          }
        >
          {t("details.title")}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <div className={styles.body}>
          <Section title={t("details.about")}>
            <AboutFields {...fields} saver={saver} />
          </Section>
          {hasKindFields && (
            <Section title={t(`details.kind.${kind}`)}>
              <KindFields {...fields} />
            </Section>
          )}
          <Section title={t("details.trust")}>
            <RelatedFields {...fields} />
            <TrustFields {...fields} />
          </Section>
          {isPartOn(brand, "dogs") && (
            <Section title={t("fields.dogs")}>
              <DogFields {...fields} />
            </Section>
          )}
          <Section title={t("mailings:title")}>
            <MailingPart
              subject={{ kind, slug }}
              publishedAt={state.entry.publishedAt}
              isPublished={state.entry.state === "published"}
            />
          </Section>
          <Section title={t("address.title")}>
            <EntryAddress saver={saver} isReadOnly={isReadOnly} />
          </Section>
          {!isReadOnly && (
            <Section title={t("preview.secret")}>
              <SecretPreview entry={state.entry} />
            </Section>
          )}
          {!isReadOnly && <DeleteEntry saver={saver} onDeleted={onDeleted} />}
        </div>
      </DrawerBody>
    </OverlayDrawer>
  );
}
