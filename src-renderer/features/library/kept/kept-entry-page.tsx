import { makeStyles } from "@fluentui/react-components";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router-dom";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { contentKinds, type ContentKind } from "../../../../src-shared/content-kinds.ts";
import type { KeptEntry } from "../../../../src-shared/kept-content.ts";
import { defaultLanguage, isLanguage } from "../../../../src-shared/languages.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { MotifArt } from "../../../components/cover-art/motif-art.tsx";
import { useFrame } from "../../../components/frame.ts";
import { ButtonLink, TextLink } from "../../../components/links.tsx";
import { createChunk, useChunk } from "../../../components/load-chunk.ts";
import { Notice } from "../../../components/notice.tsx";
import { Page } from "../../../components/page.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { loadNamespaces } from "../../../i18n/i18n.ts";
import { platform } from "../../../platform/current-platform.ts";
import { useIsActiveMember } from "../../../session/session-store.ts";
import { EntryContent, EntryPlaceholder, prepareEntry } from "../entry/entry-content.tsx";
import { entryPath } from "../kinds.ts";
import { readEntry } from "./kept-entries.ts";
import { useKept, withoutStill } from "./read-shelf.ts";
import { useKeptMedia } from "./use-kept-media.ts";

/** The texts of all views, which the route of a single kind would load. */
const viewTexts = createChunk(async () => {
  await loadNamespaces(["recipe", "video"]);
  return true;
});

const useStyles = makeStyles({
  note: { paddingTop: "24px" },
  missing: { display: "grid", justifyItems: "start", gap: "24px" },
});

/** Says that an entry is not on this device. */
function NotKept() {
  const styles = useStyles();
  const { t } = useTranslation("shelf");
  return (
    <Page title={t("kept.missing.title")} lead={t("kept.missing.text")} width="reading">
      <div className={styles.missing}>
        <MotifArt motif="treat-jar" size={120} />
        <ButtonLink to={routePath("saved")} look="accent">
          {t("kept.missing.action")}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Says since when and until when the entry is on this device; with a connection, the way to the current one. */
function KeptNote({ kept, until }: { kept: KeptEntry; until: number }) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation("shelf");
  const { date } = useFormats();
  const isMember = useIsActiveMember();
  const day = (time: number) => date(new Date(time).toISOString());
  return (
    <div className={frame}>
      <div className={styles.note}>
        <Notice>
          <p>{t("kept.entry", { kept: day(kept.keptAt), until: day(until) })}</p>
          {isMember && <TextLink to={entryPath(kept.entry)}>{t("kept.current")}</TextLink>}
        </Notice>
      </div>
    </div>
  );
}

const noReload = async (): Promise<Entry | null> => null;

function KeptArticle({ kept, until }: { kept: KeptEntry; until: number }) {
  const { kind, slug } = kept.entry;
  const media = useKeptMedia(kind, slug);
  const hasTexts = useChunk(viewTexts) !== null;
  if (media === undefined || !hasTexts) return <EntryPlaceholder kind={kind} />;
  const entry: Entry = { ...withoutStill(kept.entry), ...(media && { media }) };
  return (
    <>
      <KeptNote kept={kept} until={until} />
      <EntryContent entry={entry} reload={noReload} setting="device" />
    </>
  );
}

function KeptEntryOf({ kind, slug }: { kind: ContentKind; slug: string }) {
  const { language } = useTranslation().i18n;
  const read = useCallback(
    () => readEntry({ kind, slug }, isLanguage(language) ? language : defaultLanguage),
    [kind, slug, language],
  );
  const found = useKept(read);
  useEffect(() => prepareEntry(kind), [kind]);
  if (found === undefined) return <EntryPlaceholder kind={kind} />;
  // Without a lease it is an entry like any other, whose guard decides.
  if (found === null) return <Navigate to={entryPath({ kind, slug })} replace />;
  if (found.kept === null) return <NotKept />;
  return <KeptArticle kept={found.kept} until={found.until} />;
}

/**
 * An entry as this device keeps it, for its member after a start without a connection. Members who have one are
 * led to the entry itself; one that comes back while the page is open interrupts nobody.
 */
export default function KeptEntryPage() {
  const { kind, slug = "" } = useParams();
  const isMember = useIsActiveMember();
  const [wasMember] = useState(isMember);
  const known = contentKinds.find((each) => each === kind);
  if (!known) return <NotKept />;
  if (wasMember || platform.read("token") === null) {
    return <Navigate to={entryPath({ kind: known, slug })} replace />;
  }
  return <KeptEntryOf key={`${known}/${slug}`} kind={known} slug={slug} />;
}
