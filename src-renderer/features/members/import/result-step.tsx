import { makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getMemberImport,
  listMemberImportLines,
  type WholeMemberImport,
} from "#shared/api/member-imports.ts";
import { listMembers } from "#shared/api/members.ts";
import { refresh, useApiPages, usePolling } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure } from "#renderer/theme/tokens.ts";
import { useMembersAddress } from "../members-address.ts";
import { LineCountList, LineList, SaveRefused, type LineFilter } from "./line-list.tsx";
import { TakeOverPart } from "./take-over.tsx";

/** Time between two looks at an import that is running. */
export const checkEveryMs = 2_000;

const useStyles = makeStyles({
  progress: { display: "block", width: "100%", maxWidth: "520px", marginBottom: "8px" },
  text: { margin: "0 0 8px", maxWidth: measure },
  save: { display: "grid", gap: "12px", justifyItems: "start", marginTop: "20px" },
  part: { marginTop: "40px" },
});

function Running({ one: { lines, counts } }: { one: WholeMemberImport }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  usePolling(getMemberImport, checkEveryMs);
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const percent = Math.floor((10 * done) / lines) * 10;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={t("result.progress")}
        value={done}
        max={lines}
      />
      <p className={styles.text}>
        {t("result.of", { done: number(done), count: lines, lines: number(lines) })}
      </p>
      <p className={styles.text}>{t("result.leave")}</p>
      {/* Every tenth part is announced, not each look. */}
      <LiveText>{percent > 0 && t("result.percent", { percent })}</LiveText>
    </>
  );
}

function Done({ one: { id, counts } }: { one: WholeMemberImport }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { linkTo } = useMembersAddress();
  const [filter, setFilter] = useState<LineFilter>({});
  const pages = useApiPages(
    listMemberImportLines,
    (after) => ({ params: { id }, query: { ...filter, ...(after !== undefined && { after }) } }),
    ({ nextAfter }) => (nextAfter === null ? null : String(nextAfter)),
  );
  useEffect(() => void refresh(listMembers), []);
  return (
    <>
      <LineCountList
        when="result"
        counts={{ outcomes: counts }}
        filter={filter}
        onFilter={setFilter}
      />
      {counts.refused > 0 && (
        <div className={styles.save}>
          <SaveRefused id={id} when="result" />
        </div>
      )}
      <TakeOverPart look="accent">
        {counts.created > 0 && (
          <section aria-labelledby="import-invitations" className={styles.part}>
            <Heading level={3} id="import-invitations">
              {t("invite.title")}
            </Heading>
            <p className={styles.text}>{t("invite.text")}</p>
            <ButtonLink to={linkTo({ import: null, step: null })}>{t("invite.open")}</ButtonLink>
          </section>
        )}
        <QueryView query={pages} loading={<LoadingLines lines={8} />}>
          {({ pages: loaded }) => (
            <LineList
              when="result"
              pages={pages}
              lines={loaded.flatMap(({ items }) => items)}
              isFiltered={Object.keys(filter).length > 0}
            />
          )}
        </QueryView>
      </TakeOverPart>
    </>
  );
}

/** What became of an import that was started: how far it is, then what happened with its lines, and what comes next. */
export function ResultStep({ one }: { one: WholeMemberImport }) {
  return one.state === "done" ? <Done one={one} /> : <Running one={one} />;
}
